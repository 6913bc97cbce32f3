import type { Services } from '../services.ts';
import { callKey, writtenBy, type Caller, type CallRef, type CallRow } from '../store/calls.ts';
import { hashOfRows, saltSecret, textOfRows } from '../store/rows-text.ts';

/** As long as a function that writes for a request may run. */
const chainDelaySeconds = 30;

/** Stores a call before it writes its records, so that each write that is no import has its caller and is in the chain. */
export async function storeCall(
  { siteId, requestId, operation, by, from, attempt = 1 }: CallRef & Caller & { readonly attempt?: number },
  records: readonly CallRow[],
  { blobs, calls, now, newId }: Pick<Services, 'blobs' | 'calls' | 'now' | 'newId'>,
): Promise<void> {
  const facts = { operation, by, from, date: now().toISOString(), attempt };
  const text = textOfRows({ v: 2, ...facts }, ['records', records], saltSecret(newId));
  const stored = blobs.put(callKey({ siteId, requestId }), text, 'application/json');
  const written = writtenBy(records);
  const message = { v: 1, siteId, requestId, ...facts, written, valuesSha256: hashOfRows(text) } as const;
  await Promise.all([stored, calls.send(message, chainDelaySeconds)]);
}
