from django.contrib import admin

from quotes.models import Words


@admin.register(Words)
class WordsAdmin(admin.ModelAdmin):
    list_display = ("text", "author", "created_at", "hidden_at")
    search_fields = ("text", "author__name")
    raw_id_fields = ("author",)
    date_hierarchy = "created_at"
