"""The words for how far the median and the ends of an interval lie apart, each with its sign."""

#: Signs: the words for them, parted by bars.
DISTANCE_SIGNS: dict[str, str] = {
    "#": (
        "wide | width | breadth | apart | broad | width of the | difference between | distance "
        "between | gap between | apart from each other | difference of | distance of | "
        "difference | gap | gaps | gulf | gulf between | gulf of | gap of | a gap of | distance "
        "| spread between | margin between | stretch between | difference in | differ by | "
        "differs by | differ | differs | differing | discrepancy | discrepancy of | separation "
        "| separation of | separates | separate | separated | separating | divides | divide | "
        "divided | dividing | parted | lie between them | lies between them | between them | "
        "from each other | from one another | apart from one another | in width | in breadth | "
        "in span | a span of | span of | width of | breadth of | total width | total breadth | "
        "full width | overall width"
    ),
    "/": (
        "further from | farther from | further away from | farther away from | more distant "
        "from | further off from | not as near to | less close to | less near to"
    ),
    "/H": (
        "wider upwards than downwards | wider upward than downward | wider above than below | "
        "wider at the top than at the bottom | further up than down | farther up than down | "
        "further upwards than downwards | farther upwards than downwards | further upward than "
        "downward | more upwards than downwards | longer upwards than downwards | longer at the "
        "top than at the bottom | more room above than below | more room upwards than downwards "
        "| more scope upwards than downwards | more to the upside than to the downside | skewed "
        "upwards | skewed upward | skewed to the high side | skewed to the upside | lopsided "
        "upwards | leans upwards | leans to the high side | upside is larger than the downside "
        "| stretched upwards | greater above than below | larger above than below | more above "
        "than below | more uncertainty above than below | mostly on the high side | mostly on "
        "the upper side | mostly upwards | mainly on the high side | mainly on the upper side | "
        "mainly upwards | largely on the high side | chiefly on the high side | chiefly on the "
        "upper side"
    ),
    "/L": (
        "wider downwards than upwards | wider downward than upward | wider below than above | "
        "further down than up | farther down than up | further downwards than upwards | farther "
        "downwards than upwards | more downwards than upwards | longer downwards than upwards | "
        "more room below than above | more room downwards than upwards | more to the downside "
        "than to the upside | skewed downwards | skewed downward | skewed to the low side | "
        "skewed to the downside | lopsided downwards | leans downwards | leans to the low side "
        "| stretched downwards | greater below than above | larger below than above | more "
        "below than above | mostly on the low side | mostly on the lower side | mostly "
        "downwards | mainly on the low side | mainly on the lower side | mainly downwards | "
        "largely on the low side"
    ),
    "|": (
        "middle of the interval | middle of the range | middle of the band | middle of it | "
        "middle of the 90 | midpoint | mid point | midpoint of the interval | midpoint of the "
        "range | midpoint of the two ends | midpoint of its interval | middle of its interval | "
        "middle of its range | middle between its ends | middle between the ends | middle "
        "between the bounds | middle between the limits | centre of the interval | center of "
        "the interval | centre of the range | center of the range | centre of its interval | "
        "center of its interval | interval's middle | interval's midpoint | interval's centre | "
        "interval's center | range's middle | range's midpoint | halfway point | halfway mark | "
        "half way point | half way mark | halfway between the ends | halfway between the bounds "
        "| halfway between the limits | halfway between its ends | halfway between the lower "
        "and the upper end | halfway between the lower and the upper bound | halfway between "
        "lower and upper bound | halfway line"
    ),
    "Z": (
        "closer to | nearer to | nearer | closer | nearer the | closer the | not as far from | "
        "less far from | less distant from"
    ),
    "LH": (
        "lower to the upper bound | lower to the upper end | lower end to the upper end | lower "
        "bound to the upper bound | bottom to top | bottom to the top | one end to the other | "
        "lower limit to the upper limit | lower to the upper limit | from its lowest to its "
        "highest value | from its lowest to its highest | from the lowest to the highest value "
        "| from end to end | from its lower to its upper end | from its bottom to its top | "
        "from bottom to top"
    ),
}
