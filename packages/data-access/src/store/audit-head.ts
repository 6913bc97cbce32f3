import * as z from 'zod';

/** The last event of the control panel's audit log. */
export const auditHead = z.object({ version: z.number(), hash: z.string() });
export type AuditHead = z.infer<typeof auditHead>;

export interface AuditHeadStore {
  get(): Promise<AuditHead | undefined>;
  /** Moves the head forwards. Does nothing when it is there already, or further on. */
  move(head: AuditHead): Promise<void>;
}
