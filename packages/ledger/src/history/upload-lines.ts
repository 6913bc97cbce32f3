import type { LedgerEvent } from '../model/event.ts';
import { LedgerError } from '../model/ledger-error.ts';
import { newUploadSchema, type NewUpload, type Upload } from '../model/upload.ts';
import { linked, withHead, type Link } from './chain.ts';

const uploaded = 'uploaded';

/** The item of an upload with its event, which nothing follows. */
export function newUpload(facts: NewUpload, at: string): Link<Upload> {
  const { uploadId: runId, ...data } = newUploadSchema.parse(facts);
  const line = { runId, subject: 'upload' as const, version: 1, at, type: uploaded, data };
  return linked<Upload>({ ...facts, recordedAt: at, version: 1 }, line);
}

/**
 * The upload by its history (invariant 10).
 * @throws LedgerError `history_broken`
 */
export function replayUpload([line, ...more]: readonly LedgerEvent[]): Upload {
  if (line?.type !== uploaded || more.length > 0)
    throw new LedgerError('history_broken', 'The history of the upload is not its one event.');
  const facts = newUploadSchema.parse({ ...line.data, uploadId: line.runId });
  return withHead({ ...facts, recordedAt: line.at, version: 1 }, line);
}
