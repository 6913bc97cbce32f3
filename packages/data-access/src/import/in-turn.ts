import type { ImportQueue } from '../services.ts';
import type { ImportItem } from '../store/import-item.ts';
import type { Slot, SlotStore } from '../store/slots.ts';
import type { ImportStore } from '../store/store.ts';
import { leaseMs } from './lease.ts';
import { runImport, type RunServices } from './run-import.ts';
import { isDone } from './transitions.ts';

export interface TurnServices extends RunServices {
  readonly queue: ImportQueue;
  /** How many imports of one site are worked on at once. */
  readonly slotsPerSite: number;
}

/** How long an import waits when its site has no free slot. */
export const deferredSeconds = 15;

/** All workers but one may run imports of one site, so that other sites always have one. */
export const slotsOf = (workers: number): number => Math.max(1, workers - 1);

/** Runs an import if its site has a free slot. Otherwise a new message queues it again, which is no attempt. */
export async function runInTurn(
  message: { siteId: string; importId: string },
  services: TurnServices,
): Promise<void> {
  const { siteId, importId } = message;
  const { store, now, slotsPerSite } = services;
  const found = await store.imports.get(siteId, importId);
  if (!found || isDone(found)) return runImport(message, services);
  const wanted = { siteId, importId, slots: slotsPerSite, until: leaseFrom(now()) };
  const slot = await store.slots.take(wanted, now());
  if (!slot) return defer(found, services);
  const imports = renewing(store.imports, { slots: store.slots, slot, now });
  await runImport(message, { ...services, store: { ...store, imports } });
  // A failed worker keeps the slot as long as the lease of the import, which no other worker can take before.
  await store.slots.hold(slot, now().toISOString());
}

const leaseFrom = (now: Date): string => new Date(now.getTime() + leaseMs).toISOString();

interface Holding {
  readonly slots: SlotStore;
  readonly slot: Slot;
  readonly now: () => Date;
}

/** The slot is extended only after this part of its lease. */
const freshMs = leaseMs / 3;

/** Each progress extends the slot with the lease. A lost slot stops nothing, since slots only share out workers. */
function renewing(imports: ImportStore, { slots, slot, now }: Holding): ImportStore {
  let heldAt = now().getTime();
  return {
    ...imports,
    update: async (next) => {
      const isUpdated = await imports.update(next);
      const at = now();
      if (isUpdated && next.leaseUntil !== null && at.getTime() - heldAt >= freshMs) {
        heldAt = at.getTime();
        await slots.hold(slot, leaseFrom(at));
      }
      return isUpdated;
    },
  };
}

async function defer(item: ImportItem, { store, queue, now }: TurnServices): Promise<void> {
  const { siteId, importId } = item;
  await queue.send({ v: 1, siteId, importId }, deferredSeconds);
  // Otherwise a request for its status would queue it again. A concurrent change has the same effect, so a conflict is
  // fine.
  await store.imports.update({ ...item, version: item.version + 1, queuedDate: now().toISOString() });
}
