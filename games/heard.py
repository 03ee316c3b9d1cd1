"""How far somebody has come in what a match tells bit by bit, each bit at a press: kept with their hand.

It is nothing that anybody else could notice, and no rule asks for it.
"""

from django.db import transaction

from games.models import Hand, Match


def so_far(hand: Hand) -> dict[int, int]:
    """By the number of what is told, how many bits this person has heard."""
    return {int(part): bits for part, bits in hand.heard.items()}


def note(hand: Hand, part: int, bits: int) -> None:
    """Remember that this person has heard so many bits of one part."""
    with transaction.atomic():  # two parts may be heard in two tabs at once
        row = Hand.objects.select_for_update().only("heard").get(pk=hand.pk)
        row.heard = row.heard | {str(part): bits}
        row.save(update_fields=["heard"])
    hand.heard = row.heard


def forget(match: Match, **such: int) -> None:
    """Whoever sits there hears all from the beginning: others came before, or the match was put back."""
    Hand.objects.filter(match=match, **such).update(heard={})
