import * as z from 'zod';
import { isEmail } from '../wire/formats.ts';
import { importStatusSchema } from '../imports/import-status.ts';
import { isJsonObject } from '../wire/json.ts';
import { limits } from '../wire/limits.ts';
import { idInput } from '../wire/paging.ts';
import { operation } from './operation.ts';

/** Passed on unchanged, so that the check of the record can name a hostile key. */
export const importedRecord = z.custom<Readonly<Record<string, unknown>>>(
  isJsonObject,
  'expected an object that holds the lookup field and the fields to change',
);

/** What a record is expected to be before it is written. Null expects nothing. */
export const expectationSchema = z
  .strictObject({
    exists: z.boolean().optional().describe('Whether the lookup finds a record.'),
    updatedDate: z.iso
      .datetime({ offset: true })
      .transform((text) => new Date(text).toISOString())
      .optional()
      .describe('The `updatedDate` of the record that the lookup finds.'),
    otherwise: z.enum(['fail', 'skip']).default('fail'),
  })
  .refine(
    ({ exists, updatedDate }) => (exists === undefined) !== (updatedDate === undefined),
    'expected either exists or updatedDate',
  )
  .nullable();
export type Expectation = Exclude<z.output<typeof expectationSchema>, null>;

const recordSet = z
  .strictObject({
    schema: z
      .string()
      .min(1)
      .max(limits.idLength + 'ListItem.'.length)
      .describe('The kind of record, in any case and spacing.'),
    lookup: z
      .string()
      .min(1)
      .max(limits.idLength)
      .describe('The field by which records are found; one that is not found is created, unless it is `id`.'),
    records: z.array(importedRecord).min(1).max(limits.importRecords),
    expects: z
      .array(expectationSchema)
      .max(limits.importRecords)
      .optional()
      .describe(
        'What each record is expected to be, in the order of `records`. A record that is not so is not written.',
      ),
  })
  .refine(({ records, expects = records }) => expects.length === records.length, {
    path: ['expects'],
    message: 'expected an entry for each record',
  });

const email = z
  .string()
  .max(limits.emailLength)
  .refine((text) => isEmail(text.trim()), 'expected an e-mail address, such as name@example.com')
  .transform((text) => text.trim());

/** One that is named twice, in any case, is notified once. */
const emails = z
  .array(email)
  .max(limits.importEmails)
  .transform((all) => {
    const folded = all.map((one) => one.toLowerCase());
    return all.filter((_, at) => folded.indexOf(folded[at] ?? '') === at);
  });

const recordSets = z
  .array(recordSet)
  .max(limits.recordSets)
  .refine(
    (sets) => sets.reduce((sum, set) => sum + set.records.length, 0) <= limits.importRecords,
    `expected at most ${limits.importRecords} records over all record sets`,
  )
  .describe(`At most ${limits.recordSets} sets, and ${limits.importRecords} records over all of them.`);

export const importRecords = operation({
  input: z.strictObject({
    dryRun: z.boolean().default(false).describe('Saves nothing; all else happens, notifications included.'),
    wait: z.boolean().default(false).describe('Answers when the import has ended, after redirects.'),
    successNotificationEmails: emails.optional(),
    failureNotificationEmails: emails.optional(),
    filename: z.string().max(limits.fileNameLength).optional().describe('What the import is shown as.'),
    recordSets,
    asInDryRun: idInput
      .optional()
      .describe(
        'The `importId` of a valid dry run of the same record sets. A record that is not as that dry run found it is not written, and fails.',
      ),
  }),
  /** `importStatus` is there when the request waited. */
  output: z.object({
    importId: z.string().min(1),
    importStatus: importStatusSchema.optional(),
  }),
  permission: 'write',
  about:
    'Creates, updates and deletes records in bulk. The answer comes before the import has ended, and its `importId` is for `importStatus`; with `wait` the caller is redirected to the same operation until it has. When a record is refused at once, the `importId` is that of an `invalid` import.',
  example: {
    dryRun: true,
    filename: 'new clients',
    recordSets: [
      { schema: 'client', lookup: 'email', records: [{ email: 'zoe@example.com', name: 'Zoë Ash' }] },
    ],
  },
});
