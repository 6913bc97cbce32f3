import * as z from 'zod';
import type { MadeChange } from '../import/made-changes.ts';
import { changesOf } from '../import/record-writes.ts';
import {
  callKey,
  foundOfCall,
  keptCallIn,
  requestIdOfKey,
  textOfCall,
  writesFolder,
  writtenBy,
  type CallRef,
  type CallRow,
} from '../store/calls.ts';
import { orderedId } from '../store/ids.ts';
import { erasedIn, hashOfRows } from '../store/rows-text.ts';
import { foundOf } from '../webhooks/chain-call.ts';
import { eventAt } from './audit/audit-log.ts';
import { erasedOfCall } from './audit/erasures.ts';
import type { ControlServices } from './operation/control-operation.ts';

export interface Within {
  readonly siteId: string;
  readonly since: string;
  readonly until: string;
}

/** Longer than a call takes from its id to its date. */
const callMs = 10 * 60_000;

/** The ids of calls that were no imports, in the order in which they came, after one of them if it is given. */
export async function* callsFrom(
  after: string | undefined,
  { siteId, since, until }: Within,
  { blobs }: Pick<ControlServices, 'blobs'>,
): AsyncGenerator<string> {
  // Ids begin with the time.
  const at = (time: string, more: number) => orderedId(new Date(Math.max(0, Date.parse(time) + more)), '', 0);
  const from = callKey({ siteId, requestId: after ?? at(since, -callMs) });
  for await (const keys of blobs.list(writesFolder(siteId), from))
    for (const requestId of keys.map(requestIdOfKey)) {
      if (requestId > at(until, callMs)) return;
      yield requestId;
    }
}

/** What a call changed. Undefined if it wrote nothing, or at another time. */
export async function callChanges(ref: CallRef, { since, until }: Within, services: ControlServices) {
  const { requestId } = ref;
  const text = await textOfCall(ref, services);
  const call = keptCallIn(text);
  if (!call || call.date < since || call.date >= until) return undefined;
  const { operation, by, from, date, records } = call;
  const about = { requestId, date, operation, by, from };
  const wrote = await wroteOf(ref, services);
  const erased = erasedIn([text]);
  const proved = erased.length === 0 ? new Set() : await erasedOfCall(ref, services);
  const isErased = erased.every((row) => proved.has(row));
  if (!isErased || (wrote && wrote.valuesSha256 !== hashOfRows(text)))
    return { ...about, state: 'altered' as const, records: [] };
  const found = wrote?.found ?? (await foundOf({ ...ref, written: writtenBy(records) }, services));
  if (found === 'not written') return undefined;
  return {
    ...about,
    ...(wrote && { valuesSha256: wrote.valuesSha256, isCovered: true as const }),
    state: 'kept' as const,
    records: records.map(madeOf),
  };
}

const wroteData = z.object({ found: foundOfCall, valuesSha256: z.string() });

/** What the audit log says of a call. Undefined as long as its event is not there, and when nothing says where it is any more. */
async function wroteOf(ref: CallRef, { store, audit }: ControlServices) {
  const noted = await store.auditHead.noted(ref);
  const event = noted && (await eventAt(noted.version, audit));
  const isIts = event?.type === 'wrote' && event.requestId === ref.requestId;
  return isIts ? wroteData.safeParse(event.data).data : undefined;
}

function madeOf({ before, after }: CallRow, at: number): MadeChange {
  const { kind, id, version, fields } = after;
  const { action, changes } = changesOf(before ?? undefined, after);
  const about = { kind, id, number: at + 1, version };
  if (changes === undefined) return { ...about, erased: true };
  const userType = fields['userType'];
  return { ...about, action, changes, ...(userType !== undefined && { userType }) };
}
