import {
  storedEventSchema,
  verifyAudit,
  type StoredEvent,
  type VerifiedAudit,
} from '@sluice/data-access/audit';
import * as z from 'zod';
import { callPanel, findControlPanel } from '../system/control-panel.ts';
import type { Services } from '../io/services.ts';

const pageSchema = z.object({
  head: z.object({ version: z.number(), hash: z.string() }).nullable(),
  items: z.array(storedEventSchema),
  nextCursor: z.string().optional(),
});

/** The whole audit log of the control panel, verified. @throws CliError as `callPanel` does */
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
