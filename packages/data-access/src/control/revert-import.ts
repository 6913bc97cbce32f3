import { ApiError, idInput, limits } from '@sluice/contract';
import { z } from 'zod';
import { startUndo } from '../import/undo/start-undo.ts';
import { nudge } from '../import/import-status.ts';
import { undoDocuments, undoOutcomes, type UndoneRecord } from '../import/undo/undone.ts';
import type { ImportItem } from '../store/import-item.ts';
import { controlOperation, type ControlServices } from './control-operation.ts';
import { importOf } from './imports.ts';
import { pageOf } from './page.ts';

const ofImport = { siteId: idInput, importId: idInput };

export const revertImport = controlOperation({
  does: 'undoes an import: what nobody changed since becomes what it was; getRevert shows its progress',
  input: z.strictObject(ofImport),
  run: async ({ siteId, importId }, services) => {
    const item = await startUndo(await importOf(siteId, importId, services), services);
    return { revert: shown(item) };
  },
});

export const getRevert = controlOperation({
  does: 'shows what became of an undo: counts, and each record that was kept or failed, with the reason',
  input: z.strictObject({
    ...ofImport,
    outcomes: z.array(z.enum(undoOutcomes)).min(1).max(undoOutcomes.length).default(['kept', 'failed']),
    limit: z.int().min(1).max(limits.pageMax).default(limits.pageDefault),
    cursor: z
      .string()
      .regex(/^\d{1,6}$/, 'expected the nextCursor of the page before')
      .optional(),
  }),
  run: async ({ siteId, importId, outcomes, limit, cursor = '0' }, services) => {
    const item = await importOf(siteId, importId, services);
    await nudge(item, services);
    const { revert } = item;
    if (!revert)
      throw new ApiError(
        'not_found',
        `importId: expected an import that somebody has reverted; this one is ${item.state}.`,
      );
    const records = await recordsOf(item, services);
    const rows = records
      .map((record, at) => ({ record, at: at + 1 }))
      .filter(({ record, at }) => at > Number(cursor) && outcomes.includes(record.outcome));
    const page = await pageOf(eachOf(rows), limit, {
      idOf: ({ at }) => String(at),
      itemOf: ({ record }) => record,
    });
    return { revert: shown(item), ...page };
  },
});

/** The report, in the order of the request. Before there is one, what is dealt with so far, the last records first. */
async function recordsOf(item: ImportItem, { blobs }: ControlServices): Promise<readonly UndoneRecord[]> {
  const documents = undoDocuments(blobs);
  if (item.state === 'reverted') return (await documents.report(item))?.records ?? [];
  return documents.chunks(item, item.revert?.chunksDone ?? 0);
}

async function* eachOf<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}

function shown({ importId, state, errorMessage, revert }: ImportItem) {
  return {
    importId,
    status: state,
    ...(revert && { startedDate: revert.startedDate, endedDate: revert.endedDate, counts: revert.counts }),
    ...(errorMessage !== null && { errorMessage }),
  };
}
