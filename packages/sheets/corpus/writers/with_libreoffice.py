"""CSV and workbooks saved by LibreOffice from workbooks of other sheets than those in openpyxl: `python3 with_libreoffice.py FOLDER`."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from layouts import LAYOUTS, laid_out, topic_for
from truth import Writer, in_language, in_workbook
from with_openpyxl import save

UTF8, LATIN1, UTF16 = 76, 1, 65535
# What the dialog of the export asks: separator, character set, whether all texts are quoted.
HOWS = {
    "-semicolon": (ord(";"), UTF8, False, "de fr es ru"),
    "-comma": (ord(","), UTF8, True, "us ja"),
    "-latin1": (ord(";"), LATIN1, False, "de fr es us"),
    "-tab": (9, UTF8, False, "ja ru us de"),
    "-xlsx": None,
}


def convert(kind, folder, out):
    files = sorted(str(file) for file in folder.iterdir())
    if files:
        subprocess.run(["soffice", "--headless", "--convert-to", kind, "--outdir", str(out), *files], check=True, stdout=subprocess.DEVNULL)


writer = Writer("libreoffice")
for nth, (how, settings) in enumerate(HOWS.items()):
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as out:
        made = []
        for at, layout in enumerate(LAYOUTS):
            if how != "-xlsx" and (at + nth) % 4 > 1:
                continue
            if how == "-xlsx" and at % 3 > 0:
                continue
            languages = (settings[3] if settings else "us de fr ja").split()
            language = languages[at % len(languages)]
            sheet = laid_out(layout, language, topic_for(layout, at + nth), how)
            kind = "csv" if settings else "xlsx"
            file = writer.file(sheet, how, kind)
            save(sheet, Path(name) / f"{file.stem}.xlsx")
            made.append(file)
            writer.truth(sheet, file, in_language(language) if settings else in_workbook)
        if settings:
            separator, charset, quoted, _ = settings
            kind = f"csv:Text - txt - csv (StarCalc):{separator},34,{charset},1,,0,{str(quoted).lower()},true,true,false"
        convert(kind if settings else "xlsx:Calc MS Excel 2007 XML", Path(name), Path(out))
        for file in made:
            shutil.move(Path(out) / file.name, file)
writer.done()
