"""Words that turn a word problem round when one stands for the other.

WordNet has few of these pairs, for it opposes adjectives mainly. Each entry opposes every word of
its left side to every word of its right side. Written by hand.
"""

from __future__ import annotations


def _pair(entry: str) -> tuple[frozenset[str], frozenset[str]]:
    left, _, right = entry.partition("/")
    return frozenset(left.split()), frozenset(right.split())


OPPOSITES = tuple(
    _pair(entry)
    for entry in """
    more greater larger bigger/less fewer smaller lesser
    most greatest largest biggest/least fewest smallest
    many much/few little
    maximum max maximal/minimum min minimal
    maximize/minimize
    over above exceeding/under below
    above/beneath underneath
    buy purchase/sell
    buyer purchaser customer/seller vendor
    buying purchase/selling sale
    give/take receive get
    giver/receiver taker
    lend loan/borrow
    lender/borrower
    creditor/debtor
    pay spend/earn receive
    send/receive
    teach/learn
    gain win/lose
    gain profit/loss
    winner/loser
    win victory/defeat
    find/lose
    income revenue earnings/expense expenditure cost spending
    deposit/withdraw withdrawal
    save/spend
    credit/debit
    asset/liability
    premium/discount
    surcharge markup/discount markdown
    increase rise grow raise/decrease fall drop decline reduce shrink lower lessen diminish
    increment/decrement
    growth/decline shrinkage
    lengthen/shorten
    widen/narrow
    appreciate/depreciate
    appreciation/depreciation
    inflate/deflate
    expand/contract shrink
    double triple quadruple multiply/halve divide
    double twice/half
    add/subtract remove deduct
    addition/subtraction
    plus/minus
    multiplication/division
    multiplied/divided
    sum total/difference
    sum/product
    product/quotient
    numerator/denominator
    dividend/divisor
    positive/negative
    odd/even
    prime/composite
    before/after
    earlier sooner/later
    earliest/latest
    early/late
    ago/hence
    previous preceding prior last/next following subsequent
    first initial/last final
    firstly/lastly
    former/latter
    begin start commence/end finish stop cease
    beginning start/end finish ending
    initially/finally eventually
    past/future
    yesterday/tomorrow
    today/yesterday tomorrow
    morning/evening night
    morning/afternoon
    day/night
    noon/midnight
    am/pm
    ahead/behind
    front/back rear behind
    forward forwards/backward backwards
    toward towards/away
    arrive come/leave depart go
    arrival/departure
    enter/leave exit
    entrance/exit
    board/alight
    import/export
    up upward upwards/down downward downwards
    upstream/downstream
    uphill/downhill
    upstairs/downstairs
    ascend climb/descend
    ascending/descending
    rise/set
    top/bottom
    upper/lower
    high tall/low
    tall long/short
    north/south
    east/west
    northern/southern
    eastern/western
    northeast/southwest
    northwest/southeast
    northward northwards/southward southwards
    eastward eastwards/westward westwards
    left/right
    clockwise/counterclockwise anticlockwise
    horizontal/vertical
    horizontally/vertically
    parallel/perpendicular
    length/width breadth
    inside in within/outside
    interior inner internal/exterior outer external
    indoor indoors/outdoor outdoors
    in/out
    into/from
    to/from
    on/off
    inlet/outlet
    inflow/outflow
    fill/empty drain
    full/empty
    open/close shut
    open/closed
    with/without
    together/apart separately
    all every everyone everybody everything/none nobody nothing
    all each every any/no none
    always/never
    both/neither
    either/neither
    whole entire/part partial half
    same equal identical alike/different unequal
    equal/unequal
    include contain/exclude
    including/excluding
    inclusive/exclusive
    inclusively/exclusively
    win pass/fail
    accept/reject refuse
    agree/disagree
    correct right true/incorrect wrong false
    correctly/incorrectly
    possible/impossible
    likely/unlikely
    present/absent
    known/unknown
    big large great huge/small little tiny
    wide broad/narrow
    thick/thin
    deep/shallow
    heavy/light
    fat/thin
    old/young new
    elder older senior/younger junior
    eldest oldest/youngest
    fast quick rapid/slow
    quickly/slowly
    expensive dear costly/cheap inexpensive
    dearer/cheaper
    rich wealthy/poor
    hot warm/cold cool
    wet/dry
    strong/weak
    hard difficult/easy
    hard/soft
    good/bad
    better/worse
    best/worst
    near close/far distant
    nearer closer nearest closest/farther further farthest furthest
    nearby/distant
    black/white
    dark/light
    male/female
    man/woman
    boy/girl
    father dad/mother mom mum
    son/daughter
    brother/sister
    uncle/aunt
    nephew/niece
    grandfather grandpa/grandmother grandma
    grandson/granddaughter
    husband/wife
    bride/groom
    gentleman/lady
    actor/actress
    adult/child
    parent/child
    teacher/student pupil
    employer/employee
    boss/worker
    single unmarried/married
    born/dead
    awake/asleep
    simple/compound
    gross/net
    vegetarian/nonvegetarian
    ripe/unripe
    fresh/stale rotten
    sold/unsold
    used/unused new
    used/unused
    attack/defend
    ally/enemy
    success/failure
    succeed/fail
    love like/hate dislike
    remember/forget
    push/pull
    lift raise/drop lower
    build/destroy
    ask question/answer
    question/answer
    odd-numbered/even-numbered
    smooth/rough
    clean/dirty
    tight/loose
    loud/quiet
    happy/sad
    """.strip().splitlines()
    if entry.strip()
)
