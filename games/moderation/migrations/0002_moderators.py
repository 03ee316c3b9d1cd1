from django.db import migrations

GROUP = "Moderators"


def make_group(apps, schema_editor):
    """Who is in it decides about reports. Its name is what counts, for permissions are made after all migrations."""
    apps.get_model("auth", "Group").objects.get_or_create(name=GROUP)


class Migration(migrations.Migration):
    dependencies = [
        ("moderation", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [migrations.RunPython(make_group, migrations.RunPython.noop)]
