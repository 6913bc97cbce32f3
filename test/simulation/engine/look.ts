import { payloadSchema, type ChangeEvent } from '@sluice/contract/webhooks';
import { previewSchema } from '@sluice/contract';
import { storedCallSchema, verifyAudit, verifyWrites, withoutEvent } from '@sluice/data-access/audit';
import type { Called } from './clients.ts';
import type { History, Undone } from './history.ts';
import type { ServiceWorld, Site } from './service.ts';

interface Looking {
  readonly service: ServiceWorld;
  readonly calls: readonly Called[];
  readonly sites: readonly Site[];
  readonly faults: History['faults'];
}

/** What came of a history, as everybody may see it: through the service, past all faults. */
export async function lookAt({ service, calls, sites, faults }: Looking): Promise<History> {
  const outcomes = new Map<string, History['outcomes'] extends ReadonlyMap<string, infer T> ? T : never>();
  const undone = new Map<string, readonly Undone[]>();
  const items = new Map(
    service.log.flatMap((one) => (one.kind === 'import' ? [[one.item.importId, one.item]] : [])),
  );
  for (const { siteId, importId, revert, state, dryRun } of items.values()) {
    const site = sites.find((one) => one.siteId === siteId);
    if (dryRun || state === 'invalid' || !site) continue;
    const { preview } = await service.look('previewImport', { siteId, importId });
    if (preview !== undefined) outcomes.set(importId, previewSchema.parse(preview).outcomes);
    if (!revert) continue;
    const every = { outcomes: ['reversed', 'kept', 'failed'], limit: 1000 };
    const { items: records = [] } = await service.look('getRevert', { siteId, importId, ...every });
    undone.set(importId, records as readonly Undone[]);
  }
  const events = service.received.flatMap(({ body }): ChangeEvent[] => {
    const { payload } = JSON.parse(body) as { readonly payload: unknown };
    return payloadSchema.parse(payload).events;
  });
  const { log, madeBy, audit, store } = service;
  const chain = verifyAudit(audit.stored(), await store.auditHead.get());
  const wrote = chain.events.filter(({ type }) => type === 'wrote');
  // The message of such a call has died: it is visibly missing.
  const dead = service.deadLetters.map(({ body }) => body).join();
  const findings = [...chain.findings];
  for (const { siteId } of sites) {
    const { items } = await service.look('listWrites', { siteId, limit: 1000 });
    const site = { siteId, stored: storedCallSchema.array().parse(items), now: new Date(8.64e15) };
    const asked = new Map<string, object>();
    for (const { requestId } of withoutEvent(wrote, site)) {
      const about = await service.look('listWrites', { siteId, requestIds: [requestId] });
      asked.set(requestId, storedCallSchema.array().parse(about['items'])[0]!);
    }
    const stored = site.stored.map((call) => ({ ...call, ...asked.get(call.requestId) }));
    const verified = verifyWrites(chain.events, { ...site, stored });
    findings.push(
      ...verified.findings.filter(({ event }) => !dead.includes(String(event).split('/').at(-1)!)),
    );
  }
  return { log, madeBy, calls, sites, outcomes, undone, events, faults, wrote, findings, dead };
}
