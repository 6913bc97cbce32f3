import {
  asDropped,
  planFile,
  PlanError,
  sheetOptionsOf,
  type FilePlan,
  type PlanStep,
  type RowProblem,
  type Settings,
} from '@sluice/import-plan';
import {
  encodingName,
  openSheet,
  SheetError,
  type Sheet,
  type SheetRow,
  type SheetSource,
} from '@sluice/sheets';
import { edited, noEdits } from './edits.ts';
import type { Edits, Found, Refusal, Understood } from './messages.ts';
import type { WrongRows } from './wrong-rows.ts';

export interface Reading {
  readonly source: SheetSource;
  readonly settings: Settings;
  readonly sheetName?: string | undefined;
  readonly edits?: Edits | undefined;
  readonly only?: ReadonlySet<number> | undefined;
}

/** The sheet as it was dropped and corrected, or only those of its rows that count. @throws SheetError */
export async function openCorrected({
  source,
  settings,
  sheetName,
  edits = noEdits,
  only,
}: Reading): Promise<Sheet> {
  const options = { ...sheetOptionsOf(settings), ...(sheetName !== undefined && { sheetName }) };
  const sheet = edited(asDropped(await openSheet(source, options)), edits);
  return only === undefined ? sheet : { ...sheet, facts: sheet.facts, rows: among(sheet.rows, only) };
}

async function* among(rows: Sheet['rows'], only: ReadonlySet<number>): AsyncGenerator<SheetRow[]> {
  for await (const chunk of rows) yield chunk.filter(({ number }) => only.has(number));
}

/** Enough to show how a file is understood. */
const firstRows = 200;
const recordsShown = 5;

/** How a file is understood by its first rows. @throws SheetError, PlanError */
export async function understand(reading: Reading): Promise<Understood> {
  const open = async () => beginningOf(await openCorrected(reading));
  return understoodOf(await planFile({ open, settings: reading.settings, records: recordsShown }));
}

function beginningOf(sheet: Sheet): Sheet {
  async function* rows() {
    let left = firstRows;
    for await (const chunk of sheet.rows) {
      yield chunk.slice(0, left);
      left -= chunk.length;
      if (left <= 0) return;
    }
  }
  return { ...sheet, facts: sheet.facts, rows: rows() };
}

interface Checked {
  readonly plan: FilePlan;
  readonly wrong: WrongRows;
}

/**
 * Checks every cell as the flow does, and keeps all wrong rows. `onFound` is called after each chunk of rows.
 * @throws SheetError, PlanError
 */
export async function checkSheet(
  reading: Reading,
  { wrong, onFound }: { readonly wrong: WrongRows; readonly onFound: (found: () => Found) => void },
): Promise<Checked> {
  const { settings } = reading;
  const late: RowProblem[] = [];
  let chunk: readonly SheetRow[] = [];
  let furthest = 0;
  const found = (): Found => ({ rows: furthest, wrongRows: wrong.count, groups: wrong.groups() });
  const open = async () => {
    const sheet = await openCorrected(reading);
    async function* rows() {
      let read = 0;
      for await (const next of sheet.rows) {
        chunk = next;
        yield next;
        read += next.length;
        furthest = Math.max(furthest, read);
        onFound(found);
      }
    }
    return { ...sheet, facts: sheet.facts, rows: rows() };
  };
  const onStep = (step: PlanStep) => {
    if (step.kind !== 'problem') return;
    const row = rowIn(chunk, step.problem.row);
    // Of rows that mean the same record, the first has passed when the second is found.
    if (row === undefined) late.push(step.problem);
    else wrong.add(row, step.problem);
  };
  const plan = await planFile({ open, settings, records: recordsShown, onStep });
  if (late.length > 0) await addLate(await openCorrected(reading), late, wrong);
  wrong.finish();
  onFound(found);
  return { plan, wrong };
}

async function addLate(sheet: Sheet, late: readonly RowProblem[], wrong: WrongRows): Promise<void> {
  const byRow = Map.groupBy(late, ({ row }) => row);
  for await (const chunk of sheet.rows)
    for (const row of chunk) for (const problem of byRow.get(row.number) ?? []) wrong.add(row, problem);
}

function rowIn(rows: readonly SheetRow[], number: number): SheetRow | undefined {
  let [low, high] = [0, rows.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row?.number === number) return row;
    if ((row?.number ?? 0) < number) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

export function understoodOf(plan: FilePlan): Understood {
  const { schema, lookup, sheet, notes, warnings, columns, missed, constants, firstRows, invalidRows } = plan;
  const { transforms, records } = plan;
  return {
    ...{ schema, lookup, sheet, notes, warnings, columns, missed, constants, firstRows, invalidRows },
    ...(transforms && { transforms }),
    ...(records && { records }),
  };
}

const ofColumns: readonly string[] = ['no_known_column', 'unknown_columns', 'missing_columns'];

/** Undefined for what is no refusal. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof SheetError) {
    const { message, code, row, column, names: sheets } = error;
    const shownAs = error.facts
      .shownAs?.()
      .map(({ encoding, rows }) => ({ name: encodingName(encoding), rows }));
    return { text: message, code, row, column, sheets, shownAs, aboutColumns: false };
  }
  if (!(error instanceof PlanError)) return undefined;
  const { message, code } = error;
  return { text: message, code, aboutColumns: ofColumns.includes(code) };
}
