from django.db import migrations

NAME, MAY = "Curators", "curate"


def make_group(apps, schema_editor):
    """The permissions of a new database are made after its migrations: this one is made here, and found then."""
    using = schema_editor.connection.alias
    group_type = apps.get_model("auth", "Group")
    permission_type = apps.get_model("auth", "Permission")
    content_type = apps.get_model("contenttypes", "ContentType")
    model, _ = content_type.objects.using(using).get_or_create(app_label="quotes", model="version")
    permission, _ = permission_type.objects.using(using).get_or_create(
        codename=MAY, content_type=model, defaults={"name": "Can decide on decks that were handed in"}
    )
    group, _ = group_type.objects.using(using).get_or_create(name=NAME)
    group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [
        ("quotes", "0003_workshop"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make_group, migrations.RunPython.noop)]
