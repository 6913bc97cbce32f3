import { approvalSettingsSchema } from '@sluice/import-plan';
import { jsonOf } from '@sluice/aws-kit/handlers';
import * as z from 'zod';
import { emails, lostTime, serverUrl, text } from '../env-fields.ts';

export const readDropEnv = z.object({
  DROP_BUCKET: text,
  FILES_BUCKET: text,
  LEDGER_TABLE: text,
  LEDGER_LOST: lostTime,
  TRACKING_MACHINE_ARN: text,
  /** The base URL of the service that the records go to; kept with each run. */
  SERVICE_URL: serverUrl,
  /** They receive the mails about drops that name no address. */
  DEFAULT_EMAILS: emails,
  /** The unique id (`AROA…`) of the role of `sign-upload`, which says who dropped a file; absent without a console. */
  UPLOADER_ROLE_ID: text.optional(),
  /** What the stack sets about approval, as JSON. */
  APPROVAL: z.string().transform(jsonOf).pipe(approvalSettingsSchema),
});
export type ReadDropEnv = z.infer<typeof readDropEnv>;
export type ApprovalSettings = ReadDropEnv['APPROVAL'];
