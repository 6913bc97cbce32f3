import { z } from 'zod';
import { isEmail } from '../fields/formats.ts';
import { importStatusSchema } from '../import-status.ts';
import { limits } from '../limits.ts';
import { operation } from './operation.ts';

/** Passed on untouched, so that a hostile key is still there to be named when the record is checked. */
const record = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'expected an object that holds the lookup field and the fields to change',
);

const recordSet = z.strictObject({
  schema: z
    .string()
    .min(1)
    .max(limits.idLength + 'ListItem.'.length),
  lookup: z.string().min(1).max(limits.idLength),
  records: z.array(record).min(1),
});

const email = z
  .string()
  .max(limits.emailLength)
  .refine((text) => isEmail(text.trim()), 'expected an e-mail address, such as name@example.com')
  .transform((text) => text.trim());

const emails = z.array(email).max(limits.notificationEmails);

const recordSets = z
  .array(recordSet)
  .refine(
    (sets) => sets.reduce((sum, set) => sum + set.records.length, 0) <= limits.importRecords,
    `expected at most ${limits.importRecords} records over all record sets`,
  );

export const importRecords = operation({
  input: z.strictObject({
    dryRun: z.boolean().default(false),
    wait: z.boolean().default(false),
    successNotificationEmails: emails.optional(),
    failureNotificationEmails: emails.optional(),
    filename: z.string().max(limits.fileNameLength).optional(),
    recordSets,
  }),
  /** `importStatus` is there when the request waited. */
  output: z.object({
    importId: z.string().min(1),
    importStatus: importStatusSchema.optional(),
  }),
  permission: 'write',
});
