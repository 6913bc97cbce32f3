import * as z from 'zod';
import type { ImportItem } from '../../store/import-item.ts';
import type { CallRef } from '../../store/calls.ts';
import { shortHash } from '../../store/rows-text.ts';
import type { ChainHead } from '@sluice/aws-kit/hash-chain';
import type { AuditEvent } from './audit-event.ts';
import { appendEvent, eventAt, type AppendServices, type AuditLog } from './audit-log.ts';
import type { Act } from './record-act.ts';

const ofRows = z.object({
  siteId: z.string(),
  /** The import or the call whose rows they are. */
  importId: z.string().optional(),
  requestId: z.string().optional(),
  /** Their hashes, which stay. */
  rows: z.array(z.string()),
});
type Erasure = z.infer<typeof ofRows>;

/** Records that rows are about to be erased: after a crash there is an event too many, and never an erased row without one. */
export async function recordErased(
  act: Act,
  erasure: Erasure,
  services: AppendServices & { readonly now: () => Date },
): Promise<AuditEvent> {
  const at = services.now().toISOString();
  return appendEvent({ ...act, at, type: 'erased', data: erasure }, services);
}

interface OfCall extends CallRef {
  readonly rows: readonly string[];
}

/** Longer than what a call stored is kept after an erase has rewritten it. */
const notedMs = 120 * 86_400_000;
const noteOf = ({ siteId, requestId }: CallRef): CallRef => ({ siteId, requestId: `${requestId}.erased` });

/** The same for rows of a call. A note says where the last event is, which has the rows of those before, too. */
export async function recordErasedOfCall(
  act: Act,
  { rows, ...call }: OfCall,
  services: AppendServices & { readonly now: () => Date },
): Promise<void> {
  const { auditHead } = services.store;
  for (;;) {
    const before = await auditHead.noted(noteOf(call));
    const known = await rowsBy(before, call, services);
    const erasure = { ...call, rows: [...new Set([...known, ...rows])] };
    const { version, hash } = await recordErased(act, erasure, services);
    const expires = new Date(services.now().getTime() + notedMs);
    if (await auditHead.note(noteOf(call), { event: { version, hash }, before, expires })) return;
  }
}

/** The rows of a call that were erased, by the log. */
export const erasedOfCall = async (call: CallRef, services: AppendServices): Promise<ReadonlySet<string>> =>
  new Set(await rowsBy(await services.store.auditHead.noted(noteOf(call)), call, services));

async function rowsBy(
  noted: ChainHead | undefined,
  { siteId, requestId }: CallRef,
  { audit }: AppendServices,
): Promise<readonly string[]> {
  const erasure = erasureIn(noted && (await eventAt(noted.version, audit)));
  return erasure?.siteId === siteId && erasure.requestId === requestId ? erasure.rows : [];
}

/** The rows of each call of a site that were erased, by the id of its request. */
export function erasedOfCalls(
  events: readonly AuditEvent[],
  siteId: string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const erased = new Map<string, Set<string>>();
  for (const event of events) {
    const of = erasureIn(event);
    if (of?.requestId === undefined || of.siteId !== siteId) continue;
    erased.set(of.requestId, new Set([...(erased.get(of.requestId) ?? []), ...of.rows]));
  }
  return erased;
}

/** Whether the log has each erasure that an import names. */
export async function areErasuresProved(
  { siteId, importId, erasures = [] }: ImportItem,
  audit: AuditLog,
): Promise<boolean> {
  for (const { event, rows } of erasures) {
    const erasure = erasureIn(await eventAt(event, audit));
    if (erasure?.siteId !== siteId || erasure.importId !== importId) return false;
    const proved = new Set(erasure.rows.map(shortHash));
    if (rows.some((row) => !proved.has(row))) return false;
  }
  return true;
}

const erasureIn = (event: AuditEvent | undefined): Erasure | undefined =>
  event?.type === 'erased' ? ofRows.safeParse(event.data).data : undefined;
