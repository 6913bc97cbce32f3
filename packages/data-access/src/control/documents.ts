import { ApiError, documentFields, limits } from '@sluice/contract';
import { z } from 'zod';
import { documentBlobKey } from '../operations/download-file.ts';
import { applied, changesOf, newRecord } from '../records/fields.ts';
import { controlOperation } from './control-operation.ts';
import { checkSite } from './sites.ts';

const id = z.string().min(1).max(limits.idLength);
const ids = z.array(id).max(limits.listLength);

/** Documents are immutable: each has a key of its own, which always gives the same bytes. */
export const saveDocument = controlOperation({
  does: 'keeps a document, at most 4 MiB: its bytes in base64, and what it belongs to',
  input: z.strictObject({
    siteId: z.string().min(1),
    fileName: z.string().min(1).max(limits.fileNameLength),
    contentType: z.string().regex(/^[\w.+-]+\/[\w.+-]+(?:; ?[\w.+=-]+)?$/),
    base64: z.base64(),
    description: z.string().max(limits.textLength).optional(),
    sourceUrl: z.url().optional(),
    creatorId: id.optional(),
    userIds: ids.optional(),
    taskId: id.optional(),
    taskRecordId: id.optional(),
    issueId: id.optional(),
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
