"""Imprint, privacy and terms: what the host wrote, in the reader's language if it is there."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.models import SitePage

KEPT_FOR = 60


def written() -> dict[str, dict[str, str]]:
    """The texts by page and language."""
    found = cache.get(SitePage.CACHED)
    if found is None:
        found = {}
        for page in SitePage.objects.exclude(text=""):
            found.setdefault(page.slug, {})[page.language] = page.text
        cache.set(SitePage.CACHED, found, KEPT_FOR)
    return found


def links() -> list[dict[str, str]]:
    there = written()
    return [
        {"slug": slug.value, "label": slug.label, "url": reverse(slug.value)}
        for slug in SitePage.Slug
        if slug.value in there
    ]


@login_not_required
@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    texts = written().get(slug)
    if not texts:
        raise Http404
    for language in (get_language(), settings.LANGUAGE_CODE, *texts):
        if language in texts:
            break
    context = {"title": SitePage.Slug(slug).label, "text": texts[language], "language": language}
    return render(request, "accounts/site_page.html", context)
