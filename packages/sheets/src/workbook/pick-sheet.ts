import { SheetError, shownName } from '../sheet-error.ts';
import { inSheet } from './in-sheet.ts';

export interface WorkbookSheet {
  readonly name: string;
  readonly hidden: boolean;
  /** What the format finds it by. */
  readonly part: string;
}

/**
 * The only visible sheet with data, since a person who drops a workbook does not see the hidden ones. If there are several, the first
 * one, when problems can be reported.
 * @throws SheetError `which_sheet` with the names, `empty_workbook`
 */
export async function onlySheet(
  sheets: readonly WorkbookSheet[],
  holdsData: (sheet: WorkbookSheet) => Promise<boolean>,
  onProblem?: (problem: SheetError) => void,
): Promise<WorkbookSheet> {
  const visible = sheets.filter(({ hidden }) => !hidden);
  const filled: WorkbookSheet[] = [];
  for (const sheet of visible) if (await inSheet(sheet.name, () => holdsData(sheet))) filled.push(sheet);
  const [first] = filled;
  if (first === undefined) throw nothing(sheets);
  if (filled.length === 1) return first;
  const problem = new SheetError({
    code: 'which_sheet',
    count: filled.length,
    sheets: namesOf(filled),
    names: filled.map(({ name }) => name),
  });
  if (onProblem === undefined) throw problem;
  onProblem(problem);
  return first;
}

/** The name may also be that of a hidden sheet. @throws SheetError `no_such_sheet` */
export function namedSheet(sheets: readonly WorkbookSheet[], wanted: string): WorkbookSheet {
  const folded = wanted.trim().toLowerCase();
  const found =
    sheets.find(({ name }) => name === wanted) ??
    sheets.find(({ name }) => name.trim().toLowerCase() === folded);
  if (found !== undefined) return found;
  throw new SheetError({
    code: 'no_such_sheet',
    name: shownName(wanted),
    sheets: namesOf(sheets),
    names: sheets.map(({ name }) => name),
  });
}

function nothing(sheets: readonly WorkbookSheet[]): SheetError {
  const hidden = sheets.filter((sheet) => sheet.hidden);
  const beside =
    hidden.length === 0 ? '' : ` A hidden sheet is read only if the profile names it: ${namesOf(hidden)}.`;
  return new SheetError({ code: 'empty_workbook', hidden: beside });
}

const shownNames = 10;

export function namesOf(sheets: readonly WorkbookSheet[]): string {
  const shown = sheets.slice(0, shownNames).map(({ name }) => shownName(name));
  const more = sheets.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
