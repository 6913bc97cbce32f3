import { log } from '@sluice/aws-kit/handlers';
import type { Run } from '@sluice/ledger';
import { openSheet, type Sheet, type SheetOptions, type SheetSource } from '@sluice/sheets';
import { ObjectNotFound, type Files } from '../ports.ts';
import { sourceOf } from '../read/drop-source.ts';
import { readingOf } from '../read/run-settings.ts';

interface SheetServices {
  readonly drops: Pick<Files, 'stream'>;
  readonly files: Pick<Files, 'get' | 'stream'>;
}

/**
 * The sheet of a run. A run may wait for a person longer than its drop is kept: then it is the result sheet of the question, which
 * reads like the drop and is kept longer. Undefined if there is neither.
 */
export async function droppedSheet(run: Run, { drops, files }: SheetServices): Promise<Sheet | undefined> {
  const options = await readingOf(run, files);
  try {
    return await openSheet(sourceOf(run, drops), options);
  } catch (error) {
    if (!(error instanceof ObjectNotFound)) throw error;
    log.error('drop_missing', error, { runId: run.runId });
  }
  if (run.resultKey === undefined || mayLackHeader(options)) return undefined;
  try {
    return await openSheet(await resultSource(run.resultKey, files), options);
  } catch (error) {
    if (error instanceof ObjectNotFound) return undefined;
    throw error;
  }
}

/** A result sheet has a header, below which the rows of a drop without one have other numbers. */
export const mayLackHeader = ({ columns, positions = [] }: SheetOptions): boolean =>
  columns !== undefined || positions.some(({ name }) => name !== undefined);

async function resultSource(key: string, files: SheetServices['files']): Promise<SheetSource> {
  let bytes = 0;
  for await (const chunk of files.stream({ key })) bytes += chunk.length;
  return { bytes, stream: (range) => files.stream({ key }, range) };
}
