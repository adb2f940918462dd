"""Pages on which figures stand between two marks: `<!-- NAME -->` and `<!-- end of NAME -->`."""

import re


def placed(page: str, name: str, text: str) -> str:
    """Return a page with other text between the marks of a name; as it is without such marks."""
    place = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
    return place.sub(lambda found: f"{found[1]}\n{text.strip()}\n\n{found[2]}", page)
