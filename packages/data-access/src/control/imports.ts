import { ApiError, idInput, importFlags, limits } from '@sluice/contract';
import * as z from 'zod';
import { importDocuments, previewOf, unlessAltered } from '../import/documents.ts';
import { nudge, statusOf } from '../import/import-status.ts';
import { startImport } from '../import/start-import.ts';
import { startUndo } from '../undo/start-undo.ts';
import { undoDocuments, undoOutcomes } from '../import/undone.ts';
import type { ImportItem } from '../store/import-item.ts';
import { controlOperation, siteOperation, type ControlServices } from './operation/control-operation.ts';
import { pageInput, pageOf } from './page.ts';

const ofImport = z.strictObject({ siteId: idInput, importId: idInput });

export const listImports = siteOperation({
  does: 'lists the imports of a site, newest first; getImport shows why one failed',
  input: z.strictObject({ siteId: idInput, ...pageInput }),
  run: async ({ siteId, limit, cursor }, services) => {
    const rows = services.store.imports.scan(siteId, { after: cursor, expected: limit + 1 });
    return pageOf(rows, limit, { idOf: ({ importId }) => importId, itemOf: listed });
  },
});

export const getImport = controlOperation({
  does: 'shows one import: its status, file name, number of records, their outcomes, and who reverted it',
  input: ofImport,
  run: async ({ siteId, importId }, services) => {
    const item = await importOf(siteId, importId, services);
    await nudge(item, services);
    const { preview, ...status } = await statusOf(item, services);
    const counts = preview && previewOf(preview).counts;
    const revert = item.revert && { revert: revertOf(item) };
    return { import: { ...listed(item), ...status, ...(counts && { counts }), ...revert } };
  },
});

export const previewImport = controlOperation({
  does: 'shows what an import did, or a dry run would do, with each record',
  input: ofImport,
  run: async ({ siteId, importId }, services) => {
    const item = await importOf(siteId, importId, services);
    const read = async () => ({ text: await importDocuments(services.blobs).preview(item) });
    const { text } = (await unlessAltered(read)) ?? { text: 'altered' };
    if (text === 'altered')
      throw new ApiError('server_error', 'The preview of this import was changed since it was stored.');
    if (text !== undefined) return { importId, preview: previewOf(text) };
    throw new ApiError(
      'not_found',
      `importId: expected an import that has a preview; this one is ${item.state} and has none.`,
    );
  },
});

/** Runs the record sets of a valid dry run as a new import, which is validated again. */
export const runImport = controlOperation({
  does: 'imports the records of a valid dry run; a repeated call within a day returns the same import',
  input: ofImport,
  run: async ({ siteId, importId }, services, { operation, by, from }) => {
    const dry = await importOf(siteId, importId, services);
    if (!dry.dryRun || dry.state !== 'valid') {
      const found = `${dry.dryRun ? 'a dry run' : 'a real import'} that is ${dry.state}`;
      throw new ApiError('invalid_request', `importId: expected a dry run that is valid; this is ${found}.`);
    }
    const body = await importDocuments(services.blobs).body(dry);
    if (!body)
      throw new ApiError('not_found', 'importId: expected an import whose records are kept; these are not.');
    const run = await startImport(
      {
        recordSets: body.recordSets,
        // What was looked at is what is written.
        asInDryRun: importId,
        dryRun: false,
        wait: false,
        filename: dry.filename ?? undefined,
        successNotificationEmails: dry.successEmails,
        failureNotificationEmails: dry.failureEmails,
      },
      {
        siteId,
        headers: { 'idempotency-key': runKey(importId) },
        body: { run: importId },
        caller: { operation, by, from },
        services,
      },
    );
    return { importId: run.importId };
  },
  concerns: async ({ siteId }, { store }, result) =>
    result && stateOf(await store.imports.get(siteId, result.importId)),
});

/** No client can send a line break in a header, so no client's key is this one. */
const runKey = (importId: string): string => `run\n${importId}`;

export const revertImport = controlOperation({
  does: 'undoes an import, except records that were changed since; getRevert shows its progress',
  input: ofImport.extend({ valuesSha256: z.string().max(100).optional() }),
  run: async ({ siteId, importId, valuesSha256 }, services, { by }) => {
    const found = await importOf(siteId, importId, services);
    const item = await startUndo(found, services, { by, valuesSha256 });
    return { revert: revertOf(item) };
  },
  concerns: async ({ siteId, importId }, { store }) => stateOf(await store.imports.get(siteId, importId)),
});

export const getRevert = controlOperation({
  does: 'shows the outcome of an undo: counts, and each record that was kept or failed, with the reason',
  input: ofImport.extend({
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
    const records = await undoDocuments(services.blobs).outcomes(item);
    const rows = records
      .map((record, at) => ({ record, at: at + 1 }))
      .filter(({ record, at }) => at > Number(cursor) && outcomes.includes(record.outcome));
    const page = await pageOf(rows, limit, {
      idOf: ({ at }) => String(at),
      itemOf: ({ record }) => record,
    });
    return { revert: revertOf(item), ...page };
  },
});

/** An import as the audit log shows it. Its name is that of a file, which may name a person. */
const stateOf = (item: ImportItem | undefined) => item && { ...listed(item), version: item.version };

function revertOf({ importId, state, errorMessage, revert }: ImportItem) {
  return {
    importId,
    status: state,
    ...(revert && {
      ...{ by: revert.by, startedDate: revert.startedDate, endedDate: revert.endedDate },
      counts: revert.counts,
    }),
    ...(errorMessage !== null && { errorMessage }),
  };
}

async function importOf(siteId: string, importId: string, { store }: ControlServices): Promise<ImportItem> {
  const item = await store.imports.get(siteId, importId);
  if (!item)
    throw new ApiError(
      'not_found',
      'importId: expected the id of an import of this site, as listImports answers it.',
    );
  return item;
}

function listed(item: ImportItem) {
  const { importId, state, dryRun, filename, records, createdDate, ranDate, duration, filling } = item;
  return {
    importId,
    status: state,
    ...importFlags(state, dryRun),
    dryRun,
    filename,
    records,
    createdDate,
    ranDate,
    duration,
    ...(filling && { filling }),
  };
}
