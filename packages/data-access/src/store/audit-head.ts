import * as z from 'zod';
import type { CallRef } from './calls.ts';

/** The last event of the service's audit log. */
export const auditHead = z.object({ version: z.number(), hash: z.string() });
export type AuditHead = z.infer<typeof auditHead>;

export interface AuditHeadStore {
  get(): Promise<AuditHead | undefined>;
  /** Moves the head forwards. Does nothing when it is there already, or further on. */
  move(head: AuditHead): Promise<void>;
  /** The event that was about to be appended for a call. */
  noted(call: CallRef): Promise<AuditHead | undefined>;
  /** Notes the event in the place of the one noted before. False if another is noted by now. */
  note(call: CallRef, note: AuditNote): Promise<boolean>;
}

export interface AuditNote {
  readonly event: AuditHead;
  readonly before: AuditHead | undefined;
  /** When nobody asks for it any more. */
  readonly expires: Date;
}
