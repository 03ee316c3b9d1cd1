"""With which keys something is refused, read off the code: written out, chosen, put together, said by a function."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("accounts", "quotes", "games")
ANY = r"\w+"  # in the place of what is put into a key
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def trees() -> dict[Path, ast.Module]:
    files = (file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))
    return {file: ast.parse(file.read_text()) for file in files}


def refused_by(module: str) -> set[str]:
    """The keys of this module's `Refused`, as patterns, wherever the site refuses something with it."""
    users = [tree for file, tree in trees().items() if takes_from(tree, module) or is_module(file, module)]
    return {key for tree in users for key in keys_in(tree)}


def is_module(file: Path, module: str) -> bool:
    return file == ROOT / f"{module.replace('.', '/')}.py"


def takes_from(tree: ast.Module, module: str) -> bool:
    taken = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == module)
    return any(name.name == "Refused" for node in taken for name in node.names)


def keys_in(tree: ast.Module) -> Iterator[str]:
    for scope in (tree, *functions(tree)):
        for node in own_nodes(scope):
            match node:
                case ast.Call(func=ast.Name(id="Refused"), args=[said, *_]):
                    yield from keys_of(said, scope)
                case ast.Dict(keys=names, values=values):  # kept, and refused with later
                    kept = {getattr(name, "value", ""): one for name, one in zip(names, values, strict=True)}
                    if isinstance(said := kept.get("why"), ast.Constant):
                        yield from keys_of(said, scope)


def functions(tree: ast.AST) -> list[Function]:
    return [node for node in ast.walk(tree) if isinstance(node, Function)]


def own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """Without those of the functions in it."""
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, Function):
            yield node
            yield from own_nodes(node)


def keys_of(said: ast.expr, scope: ast.AST) -> Iterator[str]:
    match said:
        case ast.Constant(value=str(key)):
            yield from [re.escape(key)] if key else []
        case ast.JoinedStr(values=parts):
            yield "".join(re.escape(part.value) if isinstance(part, ast.Constant) else ANY for part in parts)
        case ast.IfExp(body=one, orelse=other):
            yield from (*keys_of(one, scope), *keys_of(other, scope))
        case ast.BoolOp(values=several):
            yield from (key for one in several for key in keys_of(one, scope))
        case ast.Name(id=name):
            yield from (key for value in given_to(name, scope) for key in keys_of(value, scope))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            yield from returned_by(name)


def given_to(name: str, scope: ast.AST) -> Iterator[ast.expr]:
    for node in own_nodes(scope):
        match node:
            case ast.NamedExpr(target=ast.Name(id=target), value=value) if target == name:
                yield value
            case ast.Assign(targets=[target], value=value):
                yield from (one for to, one in pairs(target, value) if to == name)


def pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Which name gets which value, of several at once, too."""
    match target, value:
        case ast.Name(id=name), _:
            yield name, value
        case ast.Tuple(elts=names), ast.IfExp(body=one, orelse=other):
            yield from (*pairs(target, one), *pairs(target, other))
        case ast.Tuple(elts=names), ast.Tuple(elts=values):
            yield from (pair for name, one in zip(names, values, strict=True) for pair in pairs(name, one))


@cache
def returned_by(name: str) -> list[str]:
    """By all functions of that name which say why."""
    called = [one for tree in trees().values() for one in functions(tree) if one.name == name]
    returns = [(node, one) for one in called for node in own_nodes(one) if isinstance(node, ast.Return)]
    return [key for node, one in returns if node.value is not None for key in keys_of(node.value, one)]


def without_words(keys: set[str], why: set[str]) -> set[str]:
    """Of these keys those that no sentence says."""
    return {key for key in keys if not any(re.fullmatch(key, one) for one in why)}


def never_said(keys: set[str], why: set[str]) -> set[str]:
    """The sentences for which there is no key."""
    return {one for one in why if not any(re.fullmatch(key, one) for key in keys)}
