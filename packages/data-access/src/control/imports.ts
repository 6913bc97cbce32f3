import { ApiError, idInput, importFlags, previewSchema } from '@sluice/contract';
import { z } from 'zod';
import { importDocuments } from '../import/documents.ts';
import { nudge, statusOf } from '../import/import-status.ts';
import type { ImportItem } from '../store/import-item.ts';
import { controlOperation, type ControlServices } from './control-operation.ts';
import { pageInput, pageOf } from './page.ts';
import { checkSite } from './sites.ts';

const ofImport = z.strictObject({ siteId: idInput, importId: idInput });

export const listImports = controlOperation({
  does: 'lists the imports of a site, newest first; getImport shows why one failed',
  input: z.strictObject({ siteId: idInput, ...pageInput }),
  run: async ({ siteId, limit, cursor }, services) => {
    await checkSite(siteId, services);
    const rows = services.store.imports.scan(siteId, { after: cursor, expected: limit + 1 });
    return pageOf(rows, limit, { idOf: ({ importId }) => importId, itemOf: listed });
  },
});

export const getImport = controlOperation({
  does: 'shows one import: its status, file name, number of records, and what became of them',
  input: ofImport,
  run: async ({ siteId, importId }, services) => {
    const item = await importOf(siteId, importId, services);
    await nudge(item, services);
    const { preview, ...status } = await statusOf(item, services);
    const counts = preview === undefined || preview === null ? undefined : readPreview(preview).counts;
    return { import: { ...listed(item), ...status, ...(counts && { counts }) } };
  },
});

export const previewImport = controlOperation({
  does: 'shows what an import does, or a dry run would do, with each record',
  input: ofImport,
  run: async ({ siteId, importId }, services) => {
    const item = await importOf(siteId, importId, services);
    const text = await importDocuments(services.blobs).preview(item);
    if (text !== undefined) return { importId, preview: readPreview(text) };
    throw new ApiError(
      'not_found',
      `importId: expected an import that has a preview; this one is ${item.state} and has none.`,
    );
  },
});

export async function importOf(
  siteId: string,
  importId: string,
  { store }: ControlServices,
): Promise<ImportItem> {
  const item = await store.imports.get(siteId, importId);
  if (!item)
    throw new ApiError(
      'not_found',
      'importId: expected the id of an import of this site, as listImports answers it.',
    );
  return item;
}

const readPreview = (text: string) => previewSchema.parse(JSON.parse(text));

function listed({ importId, state, dryRun, filename, records, createdDate, ranDate, duration }: ImportItem) {
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
  };
}
