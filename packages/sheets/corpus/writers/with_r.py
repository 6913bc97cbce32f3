"""Prepares what with-r.R writes, and its truth: `python3 with_r.py FOLDER`. R reads each sheet from a plain CSV of its own."""

import csv
import subprocess
import tempfile
from datetime import date
from decimal import Decimal
from pathlib import Path

from layouts import LAYOUTS, laid_out, topic_for
from truth import Writer, plain_text

# The function, its separator and decimal sign, whether texts are quoted, and the languages.
HOWS = {
    "-csv": ("write.csv", ",", ".", True, "us ja"),
    "-csv2": ("write.csv2", ";", ",", True, "de fr"),
    "-table": ("write.table", "\t", ".", False, "us ru"),
    "-rownames": ("row.names", ",", ".", True, "us es"),
    "-escape": ("escape", ";", ".", True, "de us"),
}
NOT_OF_R = {"sections", "beside", "blank-column", "left-column", "groups", "groups-and-ids", "three-rows", "grouped-report", "left-report", "blank-top",
            "repeated", "printed", "long-names", "dashes", "units", "bracketed-units", "subtotals", "blank-rows", "twins", "second", "titled-second"}
PLAIN = ("plain", "one-row", "long", "breaks", "sparse", "client-named-total")


def shown_with(point):
    """R writes up to 15 digits, with the decimal sign of the function."""
    return lambda cell: f"{float(cell):.15g}".replace(".", point) if isinstance(cell, Decimal) else plain_text(cell)


def save_parts(sheet, stem, quoted, sep, shown):
    """The sheet as R reads it: its data, its names, and the lines above and below."""
    with open(f"{stem}.data", "w", newline="") as out:
        csv.writer(out, quoting=csv.QUOTE_MINIMAL).writerows(cells for _, cells in sheet.body)
    for part, rows in (("above", sheet.above), ("below", sheet.below)):
        texts = [[f'"{cell}"' if quoted and len(cells) > 1 and isinstance(cell, str) else shown(cell) for cell in cells] for cells in rows]
        Path(f"{stem}.{part}").write_text("".join(sep.join(cells) + "\n" for cells in texts))
    Path(f"{stem}.names").write_text("\n".join(sheet.headers[0] if sheet.headers else []) + "\n")


def kind_of(cell):
    return "numeric" if isinstance(cell, (Decimal, int)) else "Date" if isinstance(cell, date) else "character"


writer = Writer("r")
with tempfile.TemporaryDirectory() as name:
    jobs = []
    for nth, (how, (function, sep, dec, quoted, languages)) in enumerate(HOWS.items()):
        for at, layout in enumerate(LAYOUTS):
            if layout in NOT_OF_R or (layout not in PLAIN and (at + nth) % 2 > 0) or (layout == "breaks" and not quoted):
                continue
            if how in ("-rownames", "-escape") and layout not in PLAIN:
                continue
            language = languages.split()[at % 2]
            sheet = laid_out(layout, language, topic_for(layout, at + nth), f"r {nth}")
            if not quoted and any("\n" in str(cell) for _, cells in sheet.body for cell in cells):
                sheet = laid_out(layout, language, "members", f"r {nth}")
            file = writer.file(sheet, how, "txt" if sep == "\t" else "csv")
            stem, shown = Path(name) / file.stem, shown_with(dec)
            save_parts(sheet, stem, quoted, sep, shown)
            kinds = [kind_of(cell) for cell in sheet.body[0][1]]
            jobs.append([str(stem), str(file), function, sep.replace("\t", "tab"), str(quoted).upper(), " ".join(kinds)])
            if how == "-rownames":
                # R writes the names of its rows unless it is told not to: a column without a name.
                sheet.header = [""] + sheet.header
                sheet.body = [(what, [row, *cells]) for row, (what, cells) in enumerate(sheet.body, 1)]
            writer.truth(sheet, file, shown)
    with open(f"{name}/jobs.csv", "w", newline="") as out:
        csv.writer(out).writerows(jobs)
    subprocess.run(["Rscript", "--vanilla", str(Path(__file__).with_name("with-r.R")), f"{name}/jobs.csv"], check=True)
writer.done()
