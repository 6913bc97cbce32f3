import { ApiError, idInput } from '@sluice/contract';
import { z } from 'zod';
import { importDocuments } from '../import/documents.ts';
import { startImport } from '../import/start-import.ts';
import { controlOperation } from './control-operation.ts';
import { importOf } from './imports.ts';

/**
 * The run step that the interface does not have. A dry run is done, and whoever polls it has seen that: it stays as it
 * is, and what it was about becomes a new import, which is validated again on what is stored by now.
 */
export const runImport = controlOperation({
  does: 'runs a valid dry run for real: its records become a new import, the same one when asked again within a day',
  input: z.strictObject({ siteId: idInput, importId: idInput }),
  run: async ({ siteId, importId }, services) => {
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
        dryRun: false,
        wait: false,
        filename: dry.filename ?? undefined,
        successNotificationEmails: dry.successEmails,
        failureNotificationEmails: dry.failureEmails,
      },
      { siteId, headers: { 'idempotency-key': runKey(importId) }, body: { run: importId }, services },
    );
    return { importId: run.importId };
  },
});

/** No client can send a line break in a header, so no client's key is this one. */
const runKey = (importId: string): string => `run\n${importId}`;
