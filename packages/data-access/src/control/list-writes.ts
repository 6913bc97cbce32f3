import { idInput, limits, parseJson } from '@sluice/contract';
import { inChunks } from '@sluice/aws-kit/parallel';
import * as z from 'zod';
import { beginsUntilMs, recordWrites } from '../import/record-writes.ts';
import { erasedIn, hashOfRows } from '../store/rows-text.ts';
import {
  callKey,
  formerCall,
  keptCallIn,
  requestIdOfKey,
  textOfCall,
  type FoundOfCall,
  writesFolder,
  writtenBy,
  type CallRef,
} from '../store/calls.ts';
import { foundOf } from '../webhooks/chain-call.ts';
import type { StoredCall } from './audit/verify-writes.ts';
import { siteOperation, type ControlServices } from './operation/control-operation.ts';

const readAtOnce = 16;

export const listWrites = siteOperation({
  does: 'lists what calls that are no imports stored before they wrote, as hashes; of named ones also whether they wrote',
  input: z.strictObject({
    siteId: idInput,
    limit: z.int().min(1).max(limits.pageMax).default(limits.pageDefault),
    cursor: idInput.optional(),
    requestIds: z.array(idInput).min(1).max(20).optional(),
  }),
  run: async ({ siteId, limit, cursor, requestIds }, services) => {
    if (requestIds) {
      const named = requestIds.map((requestId) => namedCall({ siteId, requestId }, services));
      return { hasMore: false, items: await Promise.all(named) };
    }
    const { blobs, now } = services;
    const until = now().getTime() + beginsUntilMs;
    const after = cursor === undefined ? undefined : callKey({ siteId, requestId: cursor });
    const items: StoredCall[] = [];
    for await (const keys of blobs.list(writesFolder(siteId), after))
      for (const chunk of inChunks(keys, readAtOnce)) {
        const room = chunk.slice(0, limit - items.length).map(requestIdOfKey);
        items.push(
          ...(await Promise.all(room.map((requestId) => storedCall({ siteId, requestId }, services)))),
        );
        const isFull = items.length === limit || now().getTime() >= until;
        if (isFull) return { hasMore: true, nextCursor: items.at(-1)?.requestId, items };
      }
    return { hasMore: false, items };
  },
});

const dated = z.object({ date: z.string() });

async function storedCall(ref: CallRef, services: ControlServices): Promise<StoredCall> {
  return callIn(ref, await textOfCall(ref, services));
}

function callIn({ requestId }: CallRef, text: string): StoredCall {
  const json = parseJson(text);
  // Calls of earlier releases are not in the chain.
  if (formerCall.safeParse(json).success) return { requestId };
  const date = dated.safeParse(json).data?.date;
  return { requestId, ...(date && { date }), valuesSha256: hashOfRows(text), erased: erasedIn([text]) };
}

async function namedCall(ref: CallRef, services: ControlServices): Promise<StoredCall> {
  const text = await textOfCall(ref, services);
  const stored = callIn(ref, text);
  const call = keptCallIn(text);
  if (!call) return stored;
  const written = writtenBy(call.records);
  const found = await foundOf({ ...ref, written }, services);
  return { ...stored, found: found === 'overwritten' ? await foundInHistory(ref, written, services) : found };
}

/** A call writes all of its records or none, so the history of one tells. */
async function foundInHistory(
  { siteId, requestId }: CallRef,
  [written]: ReturnType<typeof writtenBy>,
  services: ControlServices,
): Promise<FoundOfCall> {
  const at = written && (await services.store.records.get(siteId, written));
  if (!at) return 'overwritten';
  const { items } = await recordWrites({ at }, { ref: written, siteId, services });
  const made = items.find(({ version }) => version === written.version);
  return made ? (made.requestId === requestId ? 'written' : 'not written') : 'overwritten';
}
