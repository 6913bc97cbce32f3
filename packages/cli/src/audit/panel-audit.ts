import {
  storedCallSchema,
  storedEventSchema,
  verifyAudit,
  verifyWrites,
  withoutEvent,
  type AuditEvent,
  type StoredEvent,
  type VerifiedAudit,
  type WritesCount,
} from '@sluice/data-access/audit';
import * as z from 'zod';
import { callPanel, findControlPanel, type ControlPanel } from '../system/control-panel.ts';
import type { Services } from '../io/services.ts';
import type { Times } from '../io/since.ts';

const pageSchema = z.object({
  head: z.object({ version: z.number(), hash: z.string() }).nullable(),
  items: z.array(storedEventSchema),
  nextCursor: z.string().optional(),
});

/** The whole audit log of the service, verified. @throws CliError as `callPanel` does */
export async function readPanelAudit(url: string | undefined, services: Services): Promise<VerifiedAudit> {
  const panel = await findControlPanel(url, services);
  const stored: StoredEvent[] = [];
  // Events that are written while this reads are newer than the head of the first page.
  let head: z.infer<typeof pageSchema>['head'] | undefined;
  for (let cursor: string | undefined; ;) {
    const page = await callPanel(panel, ['listAuditEvents', { limit: 1000, cursor }], pageSchema);
    head ??= page.head;
    stored.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined) return verifyAudit(stored, head ?? undefined);
  }
}

/**
 * All events from the first to the last of these times. Those in between come along, whatever their own times: the chain must have
 * no gap, and the event of a call comes after its write.
 */
export function actsWithin(
  events: readonly AuditEvent[],
  { since = '', until = '~' }: Times,
): readonly AuditEvent[] {
  const first = events.findIndex(({ at }) => at >= since);
  return first < 0 ? [] : events.slice(first, events.findLastIndex(({ at }) => at < until) + 1);
}

const sitesSchema = z.object({ items: z.array(z.object({ siteId: z.string() })) });
const writesSchema = z.object({ items: z.array(storedCallSchema), nextCursor: z.string().optional() });

/** The log, and what is stored of calls that wrote records and were no imports. @throws CliError as `callPanel` does */
export async function verifyPanelAudit(
  url: string | undefined,
  services: Services,
): Promise<VerifiedAudit & { readonly writes: WritesCount }> {
  const panel = await findControlPanel(url, services);
  // What a call stores is listed first, so that its event cannot be too new.
  const stored = new Map<string, z.infer<typeof storedCallSchema>[]>();
  const { items: sites } = await callPanel(panel, ['listSites', {}], sitesSchema);
  for (const { siteId } of sites) stored.set(siteId, await storedCalls(siteId, panel));
  const audit = await readPanelAudit(url, services);
  const writes = { covered: 0, erasedRows: 0, gone: 0, waiting: 0, notWritten: 0, untold: 0, notCovered: 0 };
  const findings = [...audit.findings];
  for (const [siteId, calls] of stored) {
    const site = { siteId, stored: calls, now: services.now() };
    const asked = await askedAbout(withoutEvent(audit.events, site), siteId, panel);
    const known = calls.map((call) => asked.get(call.requestId) ?? call);
    const verified = verifyWrites(audit.events, { ...site, stored: known });
    findings.push(...verified.findings);
    for (const name of Object.keys(writes) as (keyof WritesCount)[]) writes[name] += verified.count[name];
  }
  return { ...audit, findings, writes };
}

/** In one request. */
const askedAtOnce = 20;

/** What the records tell of calls without an event. */
async function askedAbout(
  calls: readonly { readonly requestId: string }[],
  siteId: string,
  panel: ControlPanel,
) {
  const asked = new Map<string, z.infer<typeof storedCallSchema>>();
  const ids = calls.map(({ requestId }) => requestId);
  for (let at = 0; at < ids.length; at += askedAtOnce) {
    const requestIds = ids.slice(at, at + askedAtOnce);
    const { items } = await callPanel(panel, ['listWrites', { siteId, requestIds }], writesSchema);
    for (const one of items) asked.set(one.requestId, one);
  }
  return asked;
}

async function storedCalls(siteId: string, panel: ControlPanel) {
  const stored: z.infer<typeof storedCallSchema>[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await callPanel(panel, ['listWrites', { siteId, limit: 500, cursor }], writesSchema);
    stored.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined) return stored;
  }
}
