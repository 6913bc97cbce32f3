import { ApiError, documentFields, idInput, limits } from '@sluice/contract';
import { z } from 'zod';
import { documentBlobKey } from '../operations/download-file.ts';
import { applied, changesOf, newRecord } from '../records/fields.ts';
import { answerOf } from '../records/answer.ts';
import type { StoredRecord } from '../store/record.ts';
import { controlOperation } from './control-operation.ts';
import { pageInput, pageOfRecords } from './page.ts';
import { checkSite } from './sites.ts';
import { textInput } from './texts.ts';

const ids = z.array(idInput).max(limits.listLength);

/** Documents are immutable: each has a key of its own, which always gives the same bytes. */
export const saveDocument = controlOperation({
  does: 'keeps a document, at most 4 MiB: its bytes in base64, and what it belongs to',
  input: z.strictObject({
    siteId: idInput,
    fileName: textInput(limits.fileNameLength).min(1),
    contentType: z.string().regex(/^[\w.+-]+\/[\w.+-]+(?:; ?[\w.+=-]+)?$/),
    base64: z.base64(),
    description: textInput(limits.textLength).optional(),
    sourceUrl: z.url().max(limits.textLength).optional(),
    creatorId: idInput.optional(),
    userIds: ids.optional(),
    taskId: idInput.optional(),
    taskRecordId: idInput.optional(),
    issueId: idInput.optional(),
    interestAccountIds: ids.optional(),
  }),
  run: async ({ siteId, fileName, contentType, base64, ...associations }, services) => {
    await checkSite(siteId, services);
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length > limits.downloadBytes) {
      throw new ApiError('invalid_request', `base64: expected at most ${limits.downloadBytes} bytes.`);
    }
    const key = services.newId();
    await services.blobs.put(documentBlobKey(siteId, key), bytes, contentType);
    const date = services.now().toISOString();
    const fields = applied(changesOf(documentFields, associations), {
      key,
      fileName,
      bytes: bytes.length,
      uploadedDateNumber: Number(date.slice(0, 10).replaceAll('-', '')),
    });
    const ref = { kind: 'document', id: services.newId() };
    const record = newRecord(ref, fields, { writer: `control ${key}`, importId: null, date });
    await services.store.records.write(siteId, [{ record, replaces: null }]);
    return { id: record.id, key };
  },
});

export const listDocuments = controlOperation({
  does: 'lists the documents of a site with their keys and file names, newest first',
  input: z.strictObject({ siteId: idInput, ...pageInput }),
  run: async ({ siteId, ...page }, services) => {
    await checkSite(siteId, services);
    return pageOfRecords(services, siteId, { kind: 'document', order: 'newest', itemOf: shown, ...page });
  },
});

const shown = (record: StoredRecord) => ({
  ...answerOf(documentFields, record, Object.keys(documentFields)),
  fileName: record.fields['fileName'] ?? null,
});
