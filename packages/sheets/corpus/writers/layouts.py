"""How people lay a sheet out: what is above, in, between and below the rows of its table. The truth is made here, and not by a reader."""

import random
from dataclasses import dataclass, field
from decimal import Decimal

from people import PLACES, TEXT_TOPICS, TOPICS, WORDS, table


@dataclass
class Sheet:
    layout: str
    group: str
    language: str
    topic: str
    header: list  # the true names of the columns
    headers: list  # the rows of the header, as written
    body: list  # (what, cells): data, blank, header, subtotal, dashes, units
    above: list = field(default_factory=list)
    below: list = field(default_factory=list)
    merges: list = field(default_factory=list)  # (row of the header, first column, last row, last column), from 0
    question: str = ""  # why a careful person would have to ask
    gaps: int = 0  # blank columns at the left

    def grid(self):
        """All rows, each with what it is."""
        rows = [("above", cells) for cells in self.above]
        rows += [("header", cells) for cells in self.headers]
        rows += self.body
        rows += [("below", cells) for cells in self.below]
        return [(what, [""] * self.gaps + list(cells) if cells else []) for what, cells in rows]

    def names(self):
        return [""] * self.gaps + self.header


SAYINGS = {
    "us": dict(title="Customer list 2026", company="Acme Holding, Inc.", made="Exported on 03/02/2026 by J. Doe", total="Total",
               sub="Subtotal", note="* Amounts are in US dollars, without tax.", source="Source: accounting, March 2026",
               sign="Signature: ____________________", filter="Filter: Country = United States", person="Person", place="Address", sale="Sale"),
    "de": dict(title="Kundenliste 2026", company="Müller & Söhne GmbH, Dresden", made="Erstellt am 02.03.2026 von K. Müller", total="Summe",
               sub="Zwischensumme", note="* Alle Beträge verstehen sich in Euro ohne Umsatzsteuer.", source="Quelle: Buchhaltung, Stand 31.12.2025",
               sign="Datum, Unterschrift: ____________________", filter="Filter: Land = Deutschland", person="Person", place="Anschrift", sale="Umsatz"),
    "fr": dict(title="Liste des clients 2026", company="Boulangerie Lefèvre", made="Généré le 02/03/2026", total="Total général",
               sub="Sous-total", note="* Les montants sont indiqués en euros hors taxes.", source="Source : comptabilité, mars 2026",
               sign="Signature : ____________________", filter="Filtre : Pays = France", person="Personne", place="Lieu", sale="Vente"),
    "es": dict(title="Lista de clientes 2026", company="Peña Hermanos S.L.", made="Firma: 02/03/2026", total="Total", sub="Subtotal",
               note="* Los importes se indican en euros sin IVA incluido.", source="Fuente: contabilidad, marzo de 2026",
               sign="Firma: ____________________", filter="Filtro: País = España", person="Persona", place="Lugar", sale="Venta"),
    "ja": dict(title="顧客一覧 2026年", company="山田商店", made="作成日：2026年3月2日", total="合計", sub="小計", note="注：金額は税抜きです。",
               source="出典：経理部", sign="署名：____________________", filter="国：日本", person="氏名", place="所在地", sale="売上"),
    "ru": dict(title="Список клиентов 2026", company="ООО «Ромашка»", made="Дата выгрузки: 02.03.2026", total="Итого", sub="Итого",
               note="* Все суммы указаны в рублях без учёта налогов.", source="Источник: бухгалтерия",
               sign="Подпись: ____________________", filter="Фильтр: Страна = Россия", person="Лицо", place="Место", sale="Продажа"),
}
GROUPS = {  # the kinds of people's sheets, as the table of figures lists them
    "plain": "plain tables",
    "texts": "quotes, line breaks, long and odd texts",
    "blanks": "blank rows and columns",
    "above": "titles and notes above",
    "header": "odd headers",
    "below": "totals, notes and signatures below",
    "several": "several of these at once",
    "ask": "no one reading (a question is right)",
}


def plain(language, topic, rows=8, seed=0):
    header, data = table(language, topic, rows, seed)
    return Sheet("plain", "plain", language, topic, header, [header], [("data", cells) for cells in data])


def figures(sheet):
    """The columns of amounts and counts."""
    first = next(cells for what, cells in sheet.body if what == "data")
    return [at for at, cell in enumerate(first) if isinstance(cell, Decimal) or (isinstance(cell, int))]


def sums(sheet, word, rows=None):
    data = rows if rows is not None else [cells for what, cells in sheet.body if what == "data"]
    columns = figures(sheet)
    row = [""] * len(sheet.header)
    for at in columns:
        row[at] = sum((cells[at] for cells in data), Decimal(0) if isinstance(data[0][at], Decimal) else 0)
    place = next(at for at in range(len(row)) if at not in columns)
    row[place] = word
    return row


def laid_out(layout, language, topic, seed=0):
    """The sheet of one layout."""
    dice = random.Random(f"{layout} {language} {topic} {seed}")
    sheet = plain(language, topic, 5 + dice.randrange(8), f"{layout} {seed}")
    sheet.layout = layout
    say = SAYINGS[language]
    LAYOUTS[layout](sheet, say, dice)
    sheet.group = group_of(layout)
    return sheet


def a_plain(sheet, say, dice):
    pass


def a_one_row(sheet, say, dice):
    del sheet.body[1:]


def a_long(sheet, say, dice):
    sheet.body = plain(sheet.language, sheet.topic, 40, "long").body


def a_breaks(sheet, say, dice):
    for what, cells in sheet.body:
        at = max(at for at, cell in enumerate(cells) if isinstance(cell, str))
        cells[at] = dice.choice(['two\nlines', 'a "quoted" word', "; and, more\tof it", "it's 5\" wide", "x\n\ny", "-", "=A1+1", ""]) or cells[at]


def a_total_client(sheet, say, dice):
    """A client whose name begins like a total."""
    for at, word in ((1, say["total"]), (3, say["total"] + " Fitness")):
        names = TOPICS[sheet.topic]
        sheet.body[at][1][names.index("company" if "company" in names else "last")] = word


def a_sparse(sheet, say, dice):
    width = len(sheet.header)
    sheet.header = sheet.headers[0] = sheet.header + ["Fax"]
    for at, (_, cells) in enumerate(sheet.body):
        cells.append("030 99" if at == 2 else "")
    for at, (_, cells) in enumerate(sheet.body):
        if at % 3 == 1:
            cells[width - 1] = ""


def a_blank_rows(sheet, say, dice):
    for at in (5, 3, 2):
        sheet.body.insert(at, ("blank", []))


def a_blank_column(sheet, say, dice):
    at = 2
    sheet.header = sheet.header[:at] + [""] + sheet.header[at:]
    sheet.headers = [sheet.header]
    for _, cells in sheet.body:
        cells.insert(at, "")


def a_left_column(sheet, say, dice):
    sheet.gaps = 1


def a_title(sheet, say, dice):
    sheet.above = [[say["title"]]]


def a_title_apart(sheet, say, dice):
    sheet.above = [[say["title"]], []]


def a_letterhead(sheet, say, dice):
    sheet.above = [[say["company"]], [say["title"]], [say["made"]], []]


def a_pairs(sheet, say, dice):
    sheet.above = [["Report:", say["title"]], ["User:", "jdoe"], ["Rows:", len(sheet.body)], []]


def a_filter(sheet, say, dice):
    sheet.above = [[say["filter"]]]


def a_comments(sheet, say, dice):
    sheet.above = [["# " + say["title"]], ["# " + say["made"]]]


def a_blank_top(sheet, say, dice):
    sheet.above = [[], []]


def a_groups(sheet, say, dice):
    """A row of groups above the names, merged to the right."""
    width = len(sheet.header)
    cut = width // 2
    upper = [say["person"]] + [""] * (cut - 1) + [say["sale"]] + [""] * (width - cut - 1)
    sheet.headers = [upper, sheet.header]
    sheet.merges = [(0, 0, 0, cut - 1), (0, cut, 0, width - 1)]
    sheet.header = [f"{say['person'] if at < cut else say['sale']} {name}" for at, name in enumerate(sheet.header)]


def a_groups_and_ids(sheet, say, dice):
    """The first name is merged downwards beside a group."""
    width = len(sheet.header)
    upper = [sheet.header[0], say["place"]] + [""] * (width - 2)
    lower = [""] + sheet.header[1:]
    sheet.headers = [upper, lower]
    sheet.merges = [(0, 0, 1, 0), (0, 1, 0, width - 1)]
    sheet.header = [sheet.header[0]] + [f"{say['place']} {name}" for name in sheet.header[1:]]


def a_three_rows(sheet, say, dice):
    width = len(sheet.header)
    top = [sheet.header[0], say["person"]] + [""] * (width - 2)
    middle = ["", say["place"], "", say["sale"]] + [""] * (width - 4)
    sheet.headers = [top, middle, [""] + sheet.header[1:]]
    sheet.merges = [(0, 0, 2, 0), (0, 1, 0, width - 1), (1, 1, 1, 2), (1, 3, 1, width - 1)]
    sheet.header = [sheet.header[0]] + [
        f"{say['person']} {say['place'] if at < 3 else say['sale']} {name}" for at, name in enumerate(sheet.header) if at > 0
    ]


def a_units(sheet, say, dice):
    units = [""] * len(sheet.header)
    for at in figures(sheet):
        units[at] = "EUR" if isinstance(sheet.body[0][1][at], Decimal) else "Stk"
    sheet.body.insert(0, ("units", units))


def a_bracketed_units(sheet, say, dice):
    units = [""] * len(sheet.header)
    for at in figures(sheet):
        units[at] = "(EUR)" if isinstance(sheet.body[0][1][at], Decimal) else "(pcs)"
    sheet.body.insert(0, ("units", units))


def a_dashes(sheet, say, dice):
    """The line below the header that database tools draw."""
    sheet.body.insert(0, ("dashes", ["-" * max(3, len(name)) for name in sheet.header]))


def a_long_names(sheet, say, dice):
    sheet.header = [f"{name}\n(required)" if at == 1 else f"{name} *" if at == 0 else f" {name}" if at == 2 else name for at, name in enumerate(sheet.header)]
    sheet.headers = [sheet.header]


def a_twins(sheet, say, dice):
    sheet.header = sheet.header[:-1] + [sheet.header[0]]
    sheet.headers = [sheet.header]


def a_repeated(sheet, say, dice):
    sheet.body.insert(4, ("header", sheet.headers[0]))


def a_total(sheet, say, dice):
    sheet.below = [sums(sheet, say["total"])]


def a_total_apart(sheet, say, dice):
    sheet.below = [[], sums(sheet, say["total"] + ":")]


def a_footnote(sheet, say, dice):
    sheet.below = [[], [say["note"]]]


def a_sources(sheet, say, dice):
    sheet.below = [[], [say["source"]], [say["made"]]]


def a_signature(sheet, say, dice):
    sheet.below = [[], [], [say["sign"]]]


def a_pages(sheet, say, dice):
    sheet.below = [[], ["Page 1 of 1"]]


def a_count(sheet, say, dice):
    sheet.below = [[f"{len(sheet.body)} rows"]]


def a_report(sheet, say, dice):
    a_letterhead(sheet, say, dice)
    a_total_apart(sheet, say, dice)
    sheet.below += [[say["note"]], [], [say["sign"]]]


def a_grouped_report(sheet, say, dice):
    a_total(sheet, say, dice)
    a_groups(sheet, say, dice)
    sheet.above = [[say["company"]], [say["title"]], []]
    sheet.below = [[], *sheet.below, [], [say["source"]]]


def a_printed(sheet, say, dice):
    a_repeated(sheet, say, dice)
    a_title_apart(sheet, say, dice)
    a_pages(sheet, say, dice)


def a_left_report(sheet, say, dice):
    a_title_apart(sheet, say, dice)
    a_footnote(sheet, say, dice)
    sheet.gaps = 1


def a_no_header(sheet, say, dice):
    sheet.header, sheet.headers = [], []
    sheet.question = "the columns have no names"


def a_subtotals(sheet, say, dice):
    data = [cells for _, cells in sheet.body]
    sheet.body.insert(3, ("subtotal", sums(sheet, say["sub"], data[:3])))
    sheet.body.append(("subtotal", sums(sheet, say["sub"], data[3:])))
    sheet.question = "a row between the others looks like a total"


def a_second(sheet, say, dice):
    topic = "clients" if sheet.topic != "clients" else "payments"
    header, data = table(sheet.language, topic, 4, "second")
    sheet.below = [[], header, *data]
    sheet.question = "a second table begins below the first"


def a_sections(sheet, say, dice):
    """A row with the name of a region above the rows of each."""
    sheet.body.insert(3, ("section", [PLACES[sheet.language][1][2]]))
    sheet.body.insert(0, ("section", [PLACES[sheet.language][0][2]]))
    sheet.question = "rows between the others have one cell that names a group"


def a_beside(sheet, say, dice):
    """Another table beside the first."""
    header, data = table(sheet.language, "addresses", 3, "beside")
    sheet.headers = [sheet.header + [""] + header]
    for at, (_, cells) in enumerate(sheet.body):
        cells += [""] + (data[at] if at < len(data) else [""] * len(header))
    sheet.question = "a second table is beside the first"


def a_titled_second(sheet, say, dice):
    a_title_apart(sheet, say, dice)
    a_second(sheet, say, dice)
    sheet.below = [[], [say["place"]], *sheet.below[1:]]


LAYOUTS = {
    "plain": a_plain, "one-row": a_one_row, "long": a_long, "breaks": a_breaks, "client-named-total": a_total_client,
    "sparse": a_sparse, "blank-rows": a_blank_rows, "blank-column": a_blank_column, "left-column": a_left_column,
    "title": a_title, "title-apart": a_title_apart, "letterhead": a_letterhead, "pairs": a_pairs, "filter": a_filter,
    "comments": a_comments, "blank-top": a_blank_top,
    "groups": a_groups, "groups-and-ids": a_groups_and_ids, "three-rows": a_three_rows, "units": a_units,
    "bracketed-units": a_bracketed_units, "dashes": a_dashes, "long-names": a_long_names, "twins": a_twins, "repeated": a_repeated,
    "total": a_total, "total-apart": a_total_apart, "footnote": a_footnote, "sources": a_sources, "signature": a_signature,
    "pages": a_pages, "count": a_count,
    "report": a_report, "grouped-report": a_grouped_report, "printed": a_printed, "left-report": a_left_report,
    "no-header": a_no_header, "subtotals": a_subtotals, "second": a_second, "titled-second": a_titled_second,
    "sections": a_sections, "beside": a_beside,
}
OF_GROUP = {
    "plain": "plain one-row long", "texts": "breaks client-named-total", "blanks": "sparse blank-rows blank-column left-column",
    "above": "title title-apart letterhead pairs filter comments blank-top",
    "header": "groups groups-and-ids three-rows units bracketed-units dashes long-names twins repeated",
    "below": "total total-apart footnote sources signature pages count",
    "several": "report grouped-report printed left-report", "ask": "no-header subtotals sections beside second titled-second",
}
WITH_FIGURES = set("units bracketed-units total total-apart report grouped-report subtotals".split())


def group_of(layout):
    return next(group for group, layouts in OF_GROUP.items() if layout in layouts.split())


def topic_for(layout, at):
    topics = [topic for topic in TOPICS if layout not in WITH_FIGURES or topic not in TEXT_TOPICS]
    if layout == "breaks":
        topics = ["contacts", "orders"]
    return topics[at % len(topics)]
