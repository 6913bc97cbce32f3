import { parseJson } from '@sluice/contract';
import * as z from 'zod';
import type { Services } from '../services.ts';
import { callWriter, textOfCall, type CallMessage, type FoundOfCall } from '../store/calls.ts';
import { hashOfRows } from '../store/rows-text.ts';
import { longestDelaySeconds } from './messages.ts';
import { modelOf } from './models.ts';
import { appendEvent, type AppendServices } from '../control/audit/audit-log.ts';

export interface ChainServices extends AppendServices, Pick<Services, 'blobs' | 'calls' | 'now'> {
  readonly store: Pick<Services['store'], 'auditHead' | 'records'>;
}

/** Longer than any message is kept. */
const notedMs = 30 * 86_400_000;

/**
 * Appends that a call wrote records, with the hash of their values, once. What it has not written yet it may still write, so that
 * is looked for once more.
 */
export async function chainCall(message: CallMessage, services: ChainServices): Promise<void> {
  const found = await foundOf(message, services);
  if (found === 'not written' && message.isLastLook === undefined)
    return services.calls.send({ ...message, isLastLook: true }, longestDelaySeconds);
  const { hash, attempt } = await storedOf(message, services);
  // Of some attempts only the last one may have written. What another process stored since is found by the hash in the event.
  const isItself = found === 'written' ? attempt <= message.attempt : hash === message.valuesSha256;
  if (isItself) await appendOnce(message, found, services);
}

/** What became of a call, by its records as they are. */
export async function foundOf(
  { siteId, requestId, written }: Pick<CallMessage, 'siteId' | 'requestId' | 'written'>,
  { store }: { readonly store: Pick<ChainServices['store'], 'records'> },
): Promise<FoundOfCall> {
  const present = await store.records.getMany(siteId, written);
  const versions = written.map(({ version }, at) => ({ version, now: present[at] }));
  if (present.some((now) => now?.writer === callWriter(requestId))) return 'written';
  return versions.every(({ version, now }) => now && now.version > version) ? 'overwritten' : 'not written';
}

const attemptIn = z.object({ attempt: z.number() });

async function storedOf(message: CallMessage, services: ChainServices) {
  const text = await textOfCall(message, services);
  return { hash: hashOfRows(text), attempt: attemptIn.safeParse(parseJson(text)).data?.attempt ?? 0 };
}

/**
 * Each try is noted before, in the place of the one noted then. Whoever goes on begins with the try that was noted: so no later
 * one begins while an earlier one may still succeed.
 */
async function appendOnce(message: CallMessage, found: FoundOfCall, services: ChainServices): Promise<void> {
  const { siteId, requestId, operation, by, from, date, written, valuesSha256 } = message;
  const { auditHead } = services.store;
  let noted = await auditHead.noted(message);
  const schemas = [...new Set(written.map(({ kind }) => modelOf(kind)))];
  const data = { siteId, schemas, records: written.length, found, valuesSha256 };
  const line = { at: date, requestId, type: 'wrote', operation, by, from, data } as const;
  await appendEvent(line, services, {
    from: noted?.version,
    noting: async ({ version, hash }) => {
      const event = { version, hash };
      const expires = new Date(services.now().getTime() + notedMs);
      if (!(await auditHead.note(message, { event, before: noted, expires })))
        throw new Error(`Another worker appends the event of request ${requestId}.`);
      noted = event;
    },
    isSame: (event) => event.type === 'wrote' && event.requestId === requestId,
  });
}
