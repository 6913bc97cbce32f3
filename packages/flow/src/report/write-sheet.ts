import { resultName, writeResultSheet } from '@sluice/import-plan';
import { log } from '@sluice/aws-kit/handlers';
import { editionOf, type Batch, type Run, type Submission } from '@sluice/ledger';
import { SheetError, type Sheet } from '@sluice/sheets';
import type { Files } from '../ports.ts';
import { runKeys } from '../run-objects.ts';
import { droppedSheet } from './dropped-sheet.ts';
import { uploadWithRows } from './packed-rows.ts';
import { withResultRows } from './result-rows.ts';
import { rowOutcomes } from './row-outcomes.ts';
import { createTally, type Tally } from './tally.ts';

interface SheetServices {
  readonly drops: Pick<Files, 'stream'>;
  readonly files: Pick<Files, 'get' | 'stream' | 'upload'>;
}

interface Ended {
  readonly batches: readonly Batch[];
  readonly submissions: readonly Submission[];
}

export interface WrittenSheet {
  readonly tally: Tally;
  /** Absent if no file has the rows any more, or they cannot be read. */
  readonly resultKey?: string | undefined;
}

/** A file that was read may still fail to be copied, and a report must end: then it is a CSV, and at last there is no sheet. */
const forms = ['dropped', 'csv', 'none'] as const;

/** Writes the result sheet of a run in the best form that its file allows. */
export async function writeSheet(run: Run, ended: Ended, services: SheetServices): Promise<WrittenSheet> {
  for (const form of forms) {
    try {
      return await writeAs(form, { run, ended }, services);
    } catch (error) {
      // Whatever else fails may be cured by a retry.
      if (!(error instanceof SheetError || error instanceof RangeError) || form === 'none') throw error;
      log.error('result_sheet_failed', error, { runId: run.runId, form });
    }
  }
  throw new Error('No form of a result sheet is left');
}

async function writeAs(
  form: (typeof forms)[number],
  { run, ended }: { readonly run: Run; readonly ended: Ended },
  services: SheetServices,
): Promise<WrittenSheet> {
  const { runId } = run;
  const { tally, pass } = createTally();
  const outcomes = pass(rowOutcomes({ runId, ...ended }, services.files));
  const dropped = form === 'none' ? undefined : await droppedSheet(run, services);
  if (dropped === undefined) {
    for await (const _ of outcomes);
    return { tally: tally() };
  }
  const sheet = form === 'csv' || dropped.tooLargeToCopy === true ? asCsv(dropped) : dropped;
  const resultKey = runKeys.result(runId, resultName(run.fileName, sheet.facts), editionOf(run));
  // Good rows have no outcome when the run stopped before writing them.
  const otherwise = { status: 'not attempted' } as const;
  const seen = withResultRows(sheet, outcomes, otherwise);
  const pieces = writeResultSheet({ sheet: seen.sheet, outcomes: seen.outcomes, otherwise });
  await uploadWithRows(resultKey, { ...seen, pieces }, services.files);
  return { tally: tally(), resultKey };
}

function asCsv({ copy: _, ...sheet }: Sheet): Sheet {
  return { ...sheet, facts: { ...sheet.facts, format: 'csv' } };
}
