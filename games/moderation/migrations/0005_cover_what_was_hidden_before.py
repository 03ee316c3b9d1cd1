from django.db import migrations
from django.db.models import Exists, F, OuterRef, Subquery


def cover_what_was_hidden_before(apps, schema_editor):
    """The first 0004 knew what a decision hides by its moment alone, so that it left out what was hidden already.

    Only for decisions that still cover what they are about: what was ended since stays ended.
    """
    case, cover = (apps.get_model('moderation', name) for name in ('Case', 'Cover'))
    card, deck = (apps.get_model('quotes', name) for name in ('Card', 'Deck'))
    own = cover.objects.filter(case=OuterRef('pk'), kind=OuterRef('kind'), key=OuterRef('key'))
    standing = case.objects.filter(Exists(own), state='done', verdict__contains='hide')
    standing = standing.exclude(appeal__outcome='reversed')
    for kind, model in (('deck', deck), ('card', card)):
        since = model.objects.filter(pk=OuterRef('key')).values('hidden_at')
        for one in standing.filter(kind=kind).annotate(since=Subquery(since)).filter(since=F('done_at')).iterator():
            before = hidden_with(one, card).filter(hidden_at__lt=one.done_at).values_list('pk', flat=True)
            rows = [cover(case=one, kind='card', key=key) for key in before]
            cover.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)


def hidden_with(one, card):
    """The cards of the deck, or what says the same of the same author as the card."""
    if one.kind == 'deck':
        return card.objects.filter(deck=one.key)
    about = card.objects.get(pk=one.key)
    if about.author_id is None:
        return card.objects.none()
    return card.objects.filter(author=about.author_id, quote=about.quote, source=about.source)


class Migration(migrations.Migration):

    dependencies = [
        ('moderation', '0004_covers'),
    ]

    operations = [
        migrations.RunPython(cover_what_was_hidden_before, migrations.RunPython.noop, elidable=True),
    ]
