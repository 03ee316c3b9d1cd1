from django import template

from accounts import numbers

register = template.Library()

register.filter(numbers.grouped)
