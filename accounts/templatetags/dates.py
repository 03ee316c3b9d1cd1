from django import template

from accounts import dates

register = template.Library()
register.filter("on_day", dates.day)
register.filter("at_moment", dates.moment)
register.filter("at_short_moment", dates.short_moment)
register.filter("at_full_moment", dates.full_moment)
