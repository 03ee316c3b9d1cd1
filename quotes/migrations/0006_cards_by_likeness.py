from django.conf import settings
from django.db import migrations, models

from quotes.likeness import key_of

AT_ONCE = 1000


def fill_in_likeness(apps, schema_editor):
    cards = apps.get_model("quotes", "Card").objects
    last = 0
    while rows := list(cards.filter(pk__gt=last).order_by("pk").only("quote", "source")[:AT_ONCE]):
        for row in rows:
            row.likeness = key_of(row.quote, row.source)
        cards.bulk_update(rows, ["likeness"], batch_size=250)
        last = rows[-1].pk


def keep_choices(apps, schema_editor):
    """What curators hear of was a part of "deck" and is a kind of its own: who had switched it off has it off."""
    people = apps.get_model("accounts", "User").objects
    for person in people.filter(notice_choices__has_key="deck").only("notice_choices"):
        if isinstance(person.notice_choices, dict):  # anything else was typed in the admin
            person.notice_choices["deck-queue"] = person.notice_choices["deck"]
            person.save(update_fields=["notice_choices"])


class Migration(migrations.Migration):

    dependencies = [
        ('quotes', '0005_uploads_for_new_decks'),
        ('accounts', '0003_muted_and_suspended'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='card',
            name='likeness',
            field=models.CharField(default='', editable=False, max_length=32),
        ),
        migrations.AddIndex(
            model_name='card',
            index=models.Index(condition=models.Q(('retired_at', None)), fields=['deck', 'likeness'], name='card_that_says_it'),
        ),
        migrations.AddIndex(
            model_name='deck',
            index=models.Index(condition=models.Q(('state', 'published')), fields=['language'], name='deck_for_everybody'),
        ),
        migrations.AddIndex(
            model_name='version',
            index=models.Index(condition=models.Q(('decided_by__isnull', False)), fields=['-decided_at', '-id'], name='version_decided'),
        ),
        # Last: PostgreSQL changes no table in which rows of the same transaction still have checks before them.
        migrations.RunPython(fill_in_likeness, migrations.RunPython.noop),
        migrations.RunPython(keep_choices, migrations.RunPython.noop),
    ]
