"""Text files by PostgreSQL's COPY and by psql: `python3 with_postgresql.py FOLDER`, as a user who may run initdb."""

import subprocess
import tempfile
from datetime import date
from decimal import Decimal
from glob import glob
from pathlib import Path

from layouts import LAYOUTS, laid_out, topic_for
from truth import Writer, plain_text

# How it is asked for, the style of dates, and the languages.
HOWS = {
    "-csv": ("FORMAT csv, HEADER", "ISO", "us ja"),
    "-quoted": ("FORMAT csv, HEADER, DELIMITER ';', FORCE_QUOTE *, ENCODING 'WIN1252'", "German", "de fr"),
    "-text": ("FORMAT text, HEADER", "ISO", "ru us"),
    "-bar": ("FORMAT csv, HEADER, DELIMITER '|', NULL ''", "SQL, DMY", "es de"),
    "-psql": ("", "ISO", "us de"),
}
NOT_OF_IT = {"sections", "beside", "blank-column", "left-column", "groups", "groups-and-ids", "three-rows", "grouped-report", "left-report", "blank-top", "total",
             "repeated", "printed", "long-names", "dashes", "units", "bracketed-units", "subtotals", "blank-rows", "twins", "report"}
PLAIN = ("plain", "one-row", "long", "breaks", "sparse", "client-named-total")


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


def literal(cell):
    return "NULL" if cell == "" else quoted(cell) if isinstance(cell, str) else f"DATE '{cell}'" if isinstance(cell, date) else str(cell)


def type_of(cell):
    return "numeric(12,2)" if isinstance(cell, Decimal) else "integer" if isinstance(cell, int) else "date" if isinstance(cell, date) else "text"


def shown_with(style):
    pattern = {"ISO": "%Y-%m-%d", "German": "%d.%m.%Y", "SQL, DMY": "%d/%m/%Y"}[style]
    return lambda cell: cell.strftime(pattern) if isinstance(cell, date) else f"{cell:.2f}" if isinstance(cell, Decimal) else plain_text(cell)


def script(sheet, file, how):
    """What somebody types into psql."""
    options, style, _ = HOWS[how]
    names = sheet.headers[0] if sheet.headers else [f"c{at}" for at in range(len(sheet.body[0][1]))]
    data = [cells for _, cells in sheet.body]
    columns = ", ".join('"' + name.replace('"', '""') + '"' for name in names)
    types = [type_of(next((row[at] for row in data if row[at] != ""), "")) for at in range(len(names))]
    declared = ", ".join(f'"{name}" {kind}' for name, kind in zip(names, types))
    values = ",\n".join(f"({number}, {', '.join(map(literal, cells))})" for number, cells in enumerate(data))
    query = f"SELECT {columns} FROM sheet ORDER BY n"
    if not sheet.headers:
        options = options.replace(", HEADER", "")
    separator = {"-csv": ",", "-text": "\t", "-bar": "|"}.get(how, ";")
    echoes = {part: [f"\\qecho {quoted(separator.join(map(str, cells)))}" for cells in rows] for part, rows in (("above", sheet.above), ("below", sheet.below))}
    if how == "-psql":
        ask = [r"\pset format unaligned", r"\pset fieldsep ';'", query + ";"]
        if not sheet.headers:
            ask = [r"\t on", *ask, r"\t off"]
    else:
        ask = [f"COPY ({query}) TO STDOUT WITH ({options});"]
    return "\n".join([
        f"SET datestyle = '{style}';", "DROP TABLE IF EXISTS sheet;", f"CREATE TABLE sheet (n integer, {declared});",
        f"INSERT INTO sheet VALUES {values};", rf"\o '{file}'", *echoes["above"], *ask, *echoes["below"], r"\o", "",
    ])


def scripts(writer):
    for nth, (how, (_, style, languages)) in enumerate(HOWS.items()):
        for at, layout in enumerate(LAYOUTS):
            if layout in NOT_OF_IT or (layout not in PLAIN and (at + nth) % 2 > 0) or (layout == "breaks" and how == "-psql"):
                continue
            # psql counts the rows itself, and echoes no Windows-1252.
            if (how == "-psql" and layout == "count") or (how == "-quoted" and layout not in (*PLAIN, "no-header")):
                continue
            language = languages.split()[at % 2]
            topic = topic_for(layout, at + nth * 2 + 1)
            sheet = laid_out(layout, language, "members" if how == "-psql" and topic in ("contacts", "orders") else topic, f"pg {nth}")
            file = writer.file(sheet, how, "tsv" if how == "-text" else "csv")
            if how == "-psql" and sheet.headers and not sheet.question:
                # psql counts the rows below them.
                sheet.below = [[f"({len(sheet.body)} row{'' if len(sheet.body) == 1 else 's'})"], *sheet.below]
                writer.truth(sheet, file, shown_with(style))
                sheet.below = sheet.below[1:]
            else:
                writer.truth(sheet, file, shown_with(style))
            yield script(sheet, file, how)


writer = Writer("postgresql")
tools = Path(sorted(glob("/usr/lib/postgresql/*/bin"))[-1])
with tempfile.TemporaryDirectory() as name:
    run = lambda *command: subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)
    run(tools / "initdb", "-D", f"{name}/data", "-E", "UTF8", "--locale", "C.UTF-8")
    run(tools / "pg_ctl", "-D", f"{name}/data", "-w", "-l", f"{name}/log", "-o", f"-k {name} -c listen_addresses=''", "start")
    try:
        Path(f"{name}/all.sql").write_text("\n".join(scripts(writer)), encoding="utf-8")
        run(tools / "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", name, "-d", "postgres", "-f", f"{name}/all.sql")
    finally:
        run(tools / "pg_ctl", "-D", f"{name}/data", "-m", "immediate", "stop")
writer.done()
