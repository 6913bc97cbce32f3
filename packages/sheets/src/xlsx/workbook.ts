import { formatError } from '../model/refused-formats.ts';
import { damaged } from '../model/damaged.ts';
import type { WorkbookSheet } from '../workbook/pick-sheet.ts';
import { readPart } from '../workbook/read-part.ts';
import { attributesOf, isTrue } from '../xml/tag.ts';
import type { Archive } from '../zip/archive.ts';

/** The parts of a workbook, by name. */
export interface Workbook {
  readonly sheets: readonly WorkbookSheet[];
  readonly sharedTexts: string | undefined;
  readonly styles: string | undefined;
  readonly theme: string | undefined;
  /** Whether dates are counted from 1904, as in old Excel for Mac. */
  readonly from1904: boolean;
}

/** More than Excel can write. */
const mostSheets = 10_000;

/** @throws SheetError `damaged_workbook`, or `other_format` for one with macros */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const [main, other] = (await relationsOf(archive, '')).filter(({ type }) => type === 'officeDocument');
  const part = main?.part ?? 'xl/workbook.xml';
  const relations = await relationsOf(archive, part);
  const { entries, from1904 } = await sheetEntries(archive, part);
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  // Programs differ in which one they take.
  if (other !== undefined || byId.size < relations.length)
    throw damaged('two of its parts have the same role');
  const sheets = entries.flatMap(({ id, ...sheet }) => {
    const relation = byId.get(id);
    if (relation === undefined) throw damaged('it names a sheet that has no part');
    if (relation.type === 'xlMacrosheet') throw macros();
    // Chart and dialog sheets have no cells.
    return relation.type === 'worksheet' ? [{ ...sheet, part: relation.part }] : [];
  });
  const parts = new Set(sheets.map(({ part: sheet }) => sheet.toLowerCase()));
  if (parts.size < sheets.length) throw damaged('two of its sheets are the same part');
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.part;
  return {
    sheets,
    sharedTexts: partOf('sharedStrings'),
    styles: partOf('styles'),
    theme: partOf('theme'),
    from1904,
  };
}

export const macros = () =>
  formatError(
    'an Excel workbook with macros (.xlsm)',
    'Save it as "Excel Workbook (.xlsx)", which has none.',
  );

interface Relation {
  readonly id: string;
  /** The end of the address, since the rest differs between strict and transitional workbooks. */
  readonly type: string;
  readonly part: string;
}

export async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  if (!archive.has(name)) return [];
  const relations: Relation[] = [];
  await readPart(archive, name, {
    open: (tag, raw) => {
      if (tag !== 'Relationship' || relations.length > mostSheets) return;
      const attributes = attributesOf(raw);
      if (attributes.get('TargetMode') === 'External') return;
      relations.push({
        id: attributes.get('Id') ?? '',
        type: attributes.get('Type')?.split('/').at(-1) ?? '',
        part: resolved(folder, attributes.get('Target') ?? ''),
      });
    },
  });
  return relations;
}

/** The part that a target names, from the root or from the folder of the part that names it. */
function resolved(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).replaceAll('\\', '/').split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}

interface SheetEntry {
  readonly id: string;
  readonly name: string;
  readonly hidden: boolean;
}

async function sheetEntries(archive: Archive, part: string) {
  const entries: SheetEntry[] = [];
  let from1904 = false;
  await readPart(archive, part, {
    open: (tag, raw) => {
      if (tag === 'workbookPr') from1904 = isTrue(attributesOf(raw).get('date1904'));
      if (tag !== 'sheet') return;
      if (entries.length === mostSheets) throw damaged(`it has more than ${mostSheets} sheets`);
      const attributes = attributesOf(raw);
      // Excel leaves an entry without a part where a macro sheet was.
      if (/^(?:(?!:id\s*=)[^])*:id\s*=\s*(?:""|'')(?:(?!:id\s*=)[^])*$/u.test(raw)) return;
      // Programs also write other words, which Excel takes for visible.
      const hidden = /^(?:veryH|h)idden$/u.test(attributes.get('state') ?? '');
      entries.push({ id: attributes.get('id') ?? '', name: attributes.get('name') ?? '', hidden });
    },
  });
  return { entries, from1904 };
}
