import type { Act } from './audit/record-act.ts';
import { ApiError, documentFields, idInput, limits } from '@sluice/contract';
import * as z from 'zod';
import { documentBlobKey, isDocumentKey } from '../operations/download-file.ts';
import { applied, changesOf, newRecord } from '../records/fields.ts';
import { answerOf } from '../records/answer-record.ts';
import type { StoredRecord } from '../store/record.ts';
import { jsonBytes } from '../store/json-bytes.ts';
import {
  recordState,
  siteOperation,
  type ControlServices,
  writingOf,
} from './operation/control-operation.ts';
import { recordList } from './page.ts';
import { textInput } from './texts.ts';

/** The limit is low because ids are stored twice: in the record and in the search facts. */
const idsBytes = 64 * 1024;
const ids = z
  .array(idInput)
  .max(limits.listLength)
  .refine((all) => jsonBytes(all) <= idsBytes, `expected ids of at most ${idsBytes} bytes together`);

/** User interfaces turn this into a link. */
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'expected an address that begins with https:// or http://',
});

const contentType = z
  .string()
  .max(200)
  .regex(/^[\w.+-]+\/[\w.+-]+(?:; ?[\w.+=-]+)?$/, 'expected a content type, such as application/pdf');

const about = z.strictObject({
  siteId: idInput,
  fileName: textInput(limits.fileNameLength).min(1),
  description: textInput(limits.textLength).optional(),
  sourceUrl: webAddress.max(limits.textLength).optional(),
  creatorId: idInput.optional(),
  userIds: ids.optional(),
  taskId: idInput.optional(),
  taskRecordId: idInput.optional(),
  issueId: idInput.optional(),
  interestAccountIds: ids.optional(),
});

/** Documents are immutable: each has a key of its own, which always gives the same bytes. */
export const saveDocument = siteOperation({
  does: 'stores a document of at most 4 MiB: its bytes in base64, and what it belongs to',
  input: about.extend({ contentType, base64: z.base64('expected bytes in base64') }),
  run: async ({ contentType: type, base64, ...facts }, services, act) => {
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length > limits.downloadBytes) {
      const expected = `at most ${limits.downloadBytes} bytes; startDocument takes larger ones`;
      throw new ApiError('invalid_request', `base64: expected ${expected}.`);
    }
    const key = services.newId();
    await services.blobs.put(documentBlobKey(facts.siteId, key), bytes, type);
    return keep({ key, bytes: bytes.length, facts }, act, services);
  },
  concerns: async ({ siteId }, services, result) => result && documentState(services, siteId, result.id),
});

/** Starts the upload of a document of any size. It is listed only after `finishDocument`. */
export const startDocument = siteOperation({
  does: 'returns a URL to which the bytes of a document, at most 100 MiB, can be sent with PUT',
  input: z.strictObject({
    siteId: idInput,
    contentType,
    bytes: z.int().min(1).max(limits.documentBytes),
  }),
  run: async ({ siteId, contentType: type, bytes }, services) => {
    const key = services.newId();
    const { url, headers } = await services.blobs.signedUpload(documentBlobKey(siteId, key), {
      bytes,
      contentType: type,
      seconds: limits.uploadSeconds,
    });
    const expiresDate = new Date(services.now().getTime() + limits.uploadSeconds * 1000).toISOString();
    return { key, upload: { method: 'PUT', url, headers, expiresDate } };
  },
  concerns: async (_, __, result) => result,
});

/** Finishes an upload when the bytes are there. A repeat returns the same document. */
export const finishDocument = siteOperation({
  does: 'stores the document whose bytes were sent to the URL of startDocument',
  input: about.extend({ key: z.string().min(1) }),
  run: async ({ key, ...facts }, services, act) => {
    const blobKey = isDocumentKey(key) ? documentBlobKey(facts.siteId, key) : undefined;
    const bytes = blobKey === undefined ? undefined : await services.blobs.size(blobKey);
    if (bytes === undefined) {
      const expected = 'the key of a startDocument of this site, whose bytes have been sent';
      throw new ApiError('not_found', `key: expected ${expected}.`);
    }
    return keep({ key, bytes, facts }, act, services);
  },
  // A key of another form may be one that no table can hold.
  concerns: async ({ siteId, key }, services) =>
    isDocumentKey(key) ? documentState(services, siteId, key) : undefined,
});

interface Kept {
  readonly key: string;
  readonly bytes: number;
  readonly facts: z.output<typeof about>;
}

/** The key is also the id, so each key has one document. */
async function keep({ key, bytes, facts }: Kept, act: Act, services: ControlServices) {
  const { siteId, fileName, ...associations } = facts;
  const writing = writingOf(act, services);
  const fields = applied(changesOf(documentFields, associations), {
    key,
    fileName,
    bytes,
    uploadedDateNumber: Number(writing.date.slice(0, 10).replaceAll('-', '')),
  });
  const record = newRecord({ kind: 'document', id: key }, fields, writing);
  // A conflict means that an earlier request made the document of this key. It is immutable.
  await services.store.records.write(siteId, [{ record, replaces: null }]);
  return { id: record.id, key };
}

const documentState = (services: ControlServices, siteId: string, id: string) =>
  recordState(services, siteId, { kind: 'document', id });

const shown = (record: StoredRecord) => ({
  ...answerOf(documentFields, record, Object.keys(documentFields)),
  fileName: record.fields['fileName'] ?? null,
});

export const listDocuments = recordList({
  does: 'lists the documents of a site with their keys and file names, newest first',
  kind: 'document',
  order: 'newest',
  itemOf: shown,
});
