import { limits } from '@sluice/contract';
import * as z from 'zod';
import { auditPrefix, positionOf } from './audit/audit-log.ts';
import { controlOperation } from './operation/control-operation.ts';
import { pageInput, pageOf } from './page.ts';

/** Answers the log as it is stored, so that the caller can verify it: `npx sluice audit verify --panel`. */
export const listAuditEvents = controlOperation({
  does: 'lists the audit log of the control panel as it is stored, oldest first, with the head of its chain',
  input: z.strictObject({
    limit: pageInput.limit,
    cursor: z
      .string()
      .max(limits.cursorLength)
      .startsWith(auditPrefix, 'expected the nextCursor of the page before')
      .optional(),
  }),
  run: async ({ limit, cursor }, { store, audit }) => {
    // Read before the events, so that it is never ahead of them.
    const head = (await store.auditHead.get()) ?? null;
    const page = await pageOf(audit.versions(cursor), limit, { idOf: positionOf, itemOf: (event) => event });
    return { head, ...page };
  },
});
