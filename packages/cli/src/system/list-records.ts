import { ApiError, createClient, type Client } from '@sluice/client';
import { operations, orText, type Collection, type ImportSchema } from '@sluice/contract';
import { isCustomizable } from '@sluice/import-plan';
import { counted } from '@sluice/contract/words';
import * as z from 'zod';
import { CliError } from '../io/cli-error.ts';
import type { Services } from '../io/services.ts';
import type { System } from '../find/system.ts';

/** The search that lists the records of each collection, if the interface has one. */
const searches = { user: 'getUsers', issue: 'getIssues', interestAccount: 'getInterestAccounts' } as const;
type Listed = keyof typeof searches;
const isListed = (collection: Collection): collection is Listed => Object.hasOwn(searches, collection);

type Filters = Readonly<Record<string, unknown>>;
type StoredRecord = Readonly<Record<string, unknown>>;

/** What a search takes besides its filters. */
const notFilters = ['limit', 'cursor', 'sort', 'fields', 'userType'];

/**
 * The filters of `--where field=value`, as the search of the schema takes them.
 * @throws CliError `usage` for a schema that the interface cannot list, or for what is no filter of its search
 */
export function filtersOf(schema: ImportSchema, where: readonly string[]): Filters {
  const { collection, name } = schema;
  if (collection !== 'role' && !isListed(collection))
    throw new CliError('usage', `--schema ${name}: the service has no operation that lists these records.`);
  const shape = collection === 'role' ? {} : operations[searches[collection]].input.shape;
  const known = Object.keys(shape).filter((filter) => !notFilters.includes(filter));
  const filters = where.map((text): [string, unknown] => {
    const [, filter = '', value = ''] = /^([^=]+)=(.*)$/su.exec(text) ?? [];
    const found = known.find((one) => one.toLowerCase() === filter.trim().toLowerCase());
    if (found !== undefined) return [found, valueOf(found, value)];
    const expected =
      known.length === 0 ? 'no --where for this schema' : `${orText(known)}, such as ${known.at(-1)}=value`;
    throw new CliError('usage', `--where ${text}: no filter of ${name}. Expected ${expected}.`);
  });
  const input = z.object(shape).partial().safeParse(Object.fromEntries(filters));
  if (input.success) return Object.fromEntries(filters);
  const [issue] = input.error.issues;
  throw new CliError(
    'usage',
    `--where ${String(issue?.path[0])}: ${issue?.message ?? 'another value is expected'}.`,
  );
}

function valueOf(filter: string, value: string): unknown {
  if (filter.endsWith('Ids')) return value.split(/[,;]/u).map((id) => id.trim());
  const booleans: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };
  return filter === 'open' ? (booleans[value.trim().toLowerCase()] ?? value) : value;
}

export interface Listing {
  readonly schema: ImportSchema;
  readonly filters: Filters;
  readonly system: Pick<System, 'serviceUrl' | 'token' | 'ifSilent'>;
}

/** As many calls of an hour stay for the runs, which have the same token. */
const reserve = 0.2;
const pageRecords = 1000;

/**
 * The records of a site, page by page, the oldest first. It waits for the next hour before it spends the calls that runs need.
 * @throws CliError `refused` by the service, `nothingRuns` without an answer
 */
export async function* listRecords(
  { schema, filters, system }: Listing,
  services: Services,
): AsyncGenerator<readonly StoredRecord[]> {
  const client = createClient({
    baseUrl: system.serviceUrl(),
    ...(await system.token()),
    now: services.now,
    waitForRate: true,
  });
  try {
    yield* pagesOf(client, { schema, filters }, services);
  } catch (error) {
    if (error instanceof CliError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    if (error instanceof ApiError) throw new CliError('refused', why, { cause: error });
    throw new CliError('nothingRuns', `${why} ${system.ifSilent}`, { cause: error });
  }
}

/** The fields that a site has added are answered only if a request names them, and then every other one. */
function customOf(collection: Listed, schema: ImportSchema): Filters {
  if (!isCustomizable(schema)) return {};
  const usual = operations[searches[collection]].input.shape.fields.parse(undefined);
  return { fields: [...usual, 'customFields'] };
}

async function* pagesOf(
  client: Client,
  { schema, filters }: Pick<Listing, 'schema' | 'filters'>,
  services: Services,
): AsyncGenerator<readonly StoredRecord[]> {
  const { collection, userType } = schema;
  const { signal } = services;
  if (!isListed(collection)) return yield (await client.getRoles({}, { signal })).roles;
  const input = {
    ...filters,
    ...(userType && { userType }),
    ...customOf(collection, schema),
    limit: pageRecords,
    sort: 'oldest' as const,
  };
  let listed = 0;
  for await (const { items, hasMore, meta } of client.pages(searches[collection], input, { signal })) {
    const live = [...items].filter((record: StoredRecord) => record['deleted'] !== true);
    listed += live.length;
    yield live;
    const { rateLimitLimit: limit = 0, rateLimitRemaining: left = 0 } = meta;
    if (hasMore && limit > 0 && left < limit * reserve) await untilNextHour(listed, services);
  }
}

async function untilNextHour(listed: number, { now, sleep, voice }: Services): Promise<void> {
  const hour = 3_600_000;
  const next = (Math.floor(now().getTime() / hour) + 1) * hour;
  const at = new Date(next).toISOString().slice(11, 16);
  voice.say(
    `${counted(listed, 'record')} so far. The rest follows at ${at} UTC, so that runs keep enough calls of this hour.`,
  );
  await sleep(next - now().getTime());
}
