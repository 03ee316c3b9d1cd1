from django.contrib import admin

from accounts.read_only import PlainLookups
from quotes.models import Words


@admin.register(Words)
class WordsAdmin(PlainLookups, admin.ModelAdmin):
    list_display = ("text", "author", "created_at", "hidden_at")
    search_fields = ("text", "author__name")
    raw_id_fields = ("author",)
    date_hierarchy = "created_at"
