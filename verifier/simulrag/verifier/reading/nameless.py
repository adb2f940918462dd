"""Words before a number that name no subject of their own."""

#: Words that name nothing of their own before a share ("the overall change amounts to 18 %").
NAMELESS = frozenset(
    (
        "a about across after again all almost already also although amount amounts amounted "
        "an and any approximately are around as at be been being between both but by can case "
        "cases change changes combined come comes compared could difference differences do "
        "does down each effect end estimated even expected exactly far figure final first for "
        "from further gap gives gives had half has have he high however if impact in initial "
        "initially into is it its just large last latter lead leads least less level levels "
        "little low lower magnitude may mean means might more most much nearly net no not "
        "number numbers of off on once one only option or other others over overall percent "
        "period predicted projected projection quite rate relative remarkable result results "
        "resulting resulted rough roughly same scenario second see seen sees set setting "
        "setup share she should show showing shown shows sharp significant significantly "
        "small so some stands steep still strategy strong substantial substantially such sum "
        "than that the their them then there these they this those three time times to total "
        "trend two under up value values very was week weeks well were what when where which "
        "while will with within without would year years yields"
    ).split()
)
