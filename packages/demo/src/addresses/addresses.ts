import { readFile } from 'node:fs/promises';
import * as z from 'zod';

const token = z.object({ apiKey: z.string(), apiSecret: z.string() });
const guardedApi = z.object({ baseUrl: z.url(), token: z.string() });

/** The content of `local.json` while the system runs: addresses and credentials. */
export const addressesSchema = z.object({
  dataAccess: token.extend({
    baseUrl: z.url(),
    /** Of the demo site; a server of somebody else has none. */
    readOnly: token.optional(),
    otherSite: token.optional(),
    listId: z.string().optional(),
    listName: z.string().optional(),
    templateId: z.string().optional(),
  }),
  s3: z.object({
    endpoint: z.url(),
    region: z.string(),
    accessKeyId: z.string(),
    secretAccessKey: z.string(),
    bucket: z.string(),
    inbox: z.string(),
    resultsBucket: z.string(),
  }),
  mail: z.object({ url: z.url() }),
  /** Secrets Manager, Step Functions, Scheduler and others. A file of an earlier version has none. */
  aws: z.object({ endpoint: z.url() }).optional(),
  /** With the user pool whose people may sign in. A file of an earlier version has none. */
  console: z.object({ url: z.url(), userPool: z.string().optional() }),
  /** Of our service. */
  control: guardedApi.optional(),
  history: guardedApi,
  pid: z.int(),
});
export type Addresses = z.infer<typeof addressesSchema>;

/** The addresses in a `local.json`, or undefined if there is none: nothing runs, or it is still starting. */
export async function readAddresses(file: string): Promise<Addresses | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : addressesSchema.parse(JSON.parse(text));
}
