import { createClient, type Client } from '@sluice/client';
import { readJson, writeJson } from '@sluice/local';
import * as z from 'zod';
import type { ControlClient } from './control-client.ts';
import * as data from './demo-data.ts';
import { documents } from './demo-documents.ts';
import { importRecords } from './import-records.ts';

/** What the seeding has done so far, written after every step, so that a repeat continues where it was cut off. */
export interface SeedNotes {
  /** Returns the noted result of the step, or does it now. */
  once<T>(step: string, schema: z.ZodType<T>, work: () => Promise<T>): Promise<T>;
  /** The noted result of the step, if it was done. */
  noted<T>(step: string, schema: z.ZodType<T>): T | undefined;
}

export function openSeedNotes(file: string): SeedNotes {
  let notes = readJson(file, z.record(z.string(), z.unknown())) ?? {};
  return {
    once: async (step, schema, work) => {
      if (Object.hasOwn(notes, step)) return schema.parse(notes[step]);
      const result = await work();
      notes = { ...notes, [step]: result ?? null };
      writeJson(file, notes);
      return result;
    },
    noted: (step, schema) => (Object.hasOwn(notes, step) ? schema.parse(notes[step]) : undefined),
  };
}

export interface SeedOptions {
  readonly notes: SeedNotes;
  readonly control: ControlClient;
  readonly serviceUrl: string;
  /** Whether the service answers no operation. Its records come with the first start in which it does. */
  readonly isPaused: boolean;
  /** Hands the flow's own token to the flow. */
  readonly giveToFlow: (token: Token) => Promise<void>;
}

const tokenSchema = z.object({ apiKey: z.string(), apiSecret: z.string() });
export type Token = z.infer<typeof tokenSchema>;
const siteSchema = z.object({ siteId: z.string() });
const idsSchema = z.array(z.array(z.string()));
const done = z.null();

export type Seeded = Awaited<ReturnType<typeof seed>>;

/** Fills an empty service with the demo site and a second site. Existing records are kept. */
export async function seed(options: SeedOptions) {
  const demo = await siteOf(options, { name: 'Demo', kind: 'demo' });
  const other = await siteOf(options, { name: 'Other', kind: 'production' });
  const [user, readOnly, flow, others] = await Promise.all([
    tokenOf(options, demo, { permission: 'write', notes: 'People and tools' }),
    tokenOf(options, demo, { permission: 'read', notes: 'Reads only' }),
    tokenOf(options, demo, { permission: 'write', notes: 'The bulk import' }),
    tokenOf(options, other, { permission: 'write', notes: 'The other site' }),
  ]);
  await options.notes.once('flow has its token', done, () => options.giveToFlow(flow).then(() => null));
  await seedCustomFields(options, demo);
  const [listId, templateId] = await Promise.all([
    options.isPaused ? listOf(options.notes.noted('records', idsSchema)) : seedSites(options, user, others),
    seedForm(options, demo),
    seedDocuments(options, demo),
  ]);
  return { user, readOnly, otherSite: others, listId, listName: data.listName, templateId };
}

function siteOf({ notes, control }: SeedOptions, site: { name: string; kind: string }): Promise<string> {
  return notes
    .once(`site ${site.name}`, siteSchema, () => control.call('createSite', site, siteSchema))
    .then(({ siteId }) => siteId);
}

function tokenOf(
  { notes, control }: SeedOptions,
  siteId: string,
  token: { permission: string; notes: string },
): Promise<Token> {
  return notes.once(`token ${token.notes}`, tokenSchema, () =>
    control.call('createToken', { siteId, ...token }, tokenSchema),
  );
}

function clientOf({ serviceUrl }: SeedOptions, token: Token): Client {
  return createClient({ baseUrl: serviceUrl, ...token });
}

/** @returns the id of the list that the addresses name */
async function seedSites(options: SeedOptions, user: Token, others: Token): Promise<string> {
  const [listId] = await Promise.all([
    seedRecords(options, clientOf(options, user)),
    options.notes.once('other records', idsSchema, () =>
      importRecords(clientOf(options, others), 'Other site', data.otherSite),
    ),
  ]);
  return listId;
}

async function seedRecords({ notes }: SeedOptions, client: Client): Promise<string> {
  const ids = await notes.once('records', idsSchema, () =>
    importRecords(client, 'Demo site', [data.roles, data.lists, data.clients, data.interestAccounts]),
  );
  const [roleIds = [], , clientIds = []] = ids;
  await notes.once('records that refer to others', idsSchema, () =>
    importRecords(client, 'Demo site, second part', [
      ...data.listItems,
      data.professionals(roleIds),
      data.issues(clientIds),
    ]),
  );
  return listOf(ids);
}

const listOf = ([, listIds = []]: string[][] = []): string => listIds[0] ?? '';

/** Runs before the records, which have values in these fields. */
async function seedCustomFields({ notes, control }: SeedOptions, siteId: string): Promise<void> {
  await notes.once('custom fields', z.unknown(), async () => {
    const listed = z.object({ customFields: z.array(z.object({ schema: z.string(), title: z.string() })) });
    const declared = await control.call('listCustomFields', { siteId }, listed);
    for (const field of data.customFields) {
      // A start that was cut off may have declared it without a note. A second one with its title would be refused.
      const isDeclared = ({ schema, title }: { schema: string; title: string }) =>
        schema === field.schema && title === field.title;
      if (!declared.customFields.some(isDeclared))
        await control.call('declareCustomField', { siteId, ...field }, z.unknown());
    }
    return null;
  });
}

async function seedForm({ notes, control }: SeedOptions, siteId: string): Promise<string> {
  const templateSchema = z.object({ templateId: z.string() });
  const { templateId } = await notes.once('form', templateSchema, () =>
    control.call('saveForm', { siteId, ...data.form }, templateSchema),
  );
  await notes.once('responses', z.unknown(), () =>
    control.call('saveResponses', { siteId, templateId, responses: data.responses }, z.unknown()),
  );
  return templateId;
}

async function seedDocuments({ notes, control }: SeedOptions, siteId: string): Promise<void> {
  const documentSchema = z.object({ id: z.string(), key: z.string() });
  for (const document of documents) {
    await notes.once(`document ${document.fileName}`, documentSchema, () =>
      control.call('saveDocument', { siteId, ...document }, documentSchema),
    );
  }
}
