from django.utils.formats import number_format


def grouped(number: int) -> str:
    """Thousands apart, as the reader's language has it. Only what is read: an address or a field wants bare digits."""
    return number_format(number, force_grouping=True)
