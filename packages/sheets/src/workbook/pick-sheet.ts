import { SheetError } from '../sheet-error.ts';

export interface WorkbookSheet {
  readonly name: string;
  readonly hidden: boolean;
  /** What the format finds it by. */
  readonly part: string;
}

/**
 * The only visible sheet with data, since a person who drops a workbook does not see the hidden ones. If there are several, the first
 * one, when problems can be reported.
 * @throws SheetError `which_sheet` with the names, `empty`
 */
export async function onlySheet(
  sheets: readonly WorkbookSheet[],
  holdsData: (sheet: WorkbookSheet) => Promise<boolean>,
  onProblem?: (problem: SheetError) => void,
): Promise<WorkbookSheet> {
  const visible = sheets.filter(({ hidden }) => !hidden);
  const filled: WorkbookSheet[] = [];
  for (const sheet of visible) if (await holdsData(sheet)) filled.push(sheet);
  const [first] = filled;
  if (first === undefined) throw nothing(sheets);
  if (filled.length === 1) return first;
  const problem = new SheetError({
    code: 'which_sheet',
    what: `the workbook has ${filled.length} sheets with data: ${namesOf(filled)}`,
    expected: 'one sheet with data, or the name of the one to read in the settings of the profile',
    names: filled.map(({ name }) => name),
  });
  if (onProblem === undefined) throw problem;
  onProblem(problem);
  return first;
}

/** The name may also be that of a hidden sheet. @throws SheetError `which_sheet` */
export function namedSheet(sheets: readonly WorkbookSheet[], wanted: string): WorkbookSheet {
  const folded = wanted.trim().toLowerCase();
  const found =
    sheets.find(({ name }) => name === wanted) ??
    sheets.find(({ name }) => name.trim().toLowerCase() === folded);
  if (found !== undefined) return found;
  throw new SheetError({
    code: 'which_sheet',
    what: `the workbook has no sheet ${JSON.stringify(wanted)}`,
    expected: `one of its sheets: ${namesOf(sheets)}`,
    names: sheets.map(({ name }) => name),
  });
}

function nothing(sheets: readonly WorkbookSheet[]): SheetError {
  const hidden = sheets.filter((sheet) => sheet.hidden);
  const beside =
    hidden.length === 0
      ? ''
      : `; hidden sheets are read only when one is named in the profile: ${namesOf(hidden)}`;
  return new SheetError({
    code: 'empty',
    what: 'no sheet of the workbook has data',
    expected: `a header row, and one row for each record below it${beside}`,
  });
}

const shownNames = 10;

export function namesOf(sheets: readonly WorkbookSheet[]): string {
  const shown = sheets.slice(0, shownNames).map(({ name }) => JSON.stringify(name.slice(0, 100)));
  const more = sheets.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
