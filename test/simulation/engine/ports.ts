import type { Blobs } from '@sluice/data-access';
import {
  timeOf,
  type ImportItem,
  type RecordWrite,
  type Store,
  type StoredRecord,
} from '@sluice/data-access/testing/world';
import type { FaultKind, Ways } from '../effects.ts';
import { reads, watched, writes, type Effect } from '../watched.ts';

/** A version of a record or of an import. */
export type Committed =
  | { readonly kind: 'record'; readonly siteId: string; readonly record: StoredRecord }
  | { readonly kind: 'import'; readonly item: ImportItem }
  /** A call that erases whoever has this e-mail address began, or was answered. */
  | { readonly kind: 'erase'; readonly siteId: string; readonly email: string };

/** A store that notes each version of a record and of an import, in the order of the commits. */
export function notingStore(store: Store, log: Committed[]): Store {
  const { records, imports } = store;
  const known = new Map<string, number>();
  const note = (siteId: string, { record }: RecordWrite): void => {
    const key = `${siteId} ${record.kind} ${record.id}`;
    // A repeated write is answered as written, and is no new version.
    if ((known.get(key) ?? 0) >= record.version) return;
    known.set(key, record.version);
    log.push({ kind: 'record', siteId, record });
  };
  const noteItem = (isStored: boolean, item: ImportItem): boolean => {
    if (isStored) log.push({ kind: 'import', item });
    return isStored;
  };
  return {
    ...store,
    records: {
      ...records,
      write: async (siteId, written) => {
        const outcomes = await records.write(siteId, written);
        for (const [at, write] of written.entries()) if (outcomes[at] === 'written') note(siteId, write);
        return outcomes;
      },
      writeTogether: async (siteId, written, required) => {
        const outcome = await records.writeTogether(siteId, written, required);
        if (outcome === 'written') for (const write of written) note(siteId, write);
        return outcome;
      },
    },
    imports: {
      ...imports,
      create: async (item) => noteItem(await imports.create(item), item),
      update: async (item) => noteItem(await imports.update(item), item),
    },
  };
}

const networkError = () => Object.assign(new Error('ETIMEDOUT'), { code: 'ETIMEDOUT' });

/** The ways of a request that changes something. `later` lets it arrive when nobody waits for it any more. */
const changing = (later: (run: () => void) => void): Ways<unknown> => ({
  arrivesLate: (act) => {
    later(() => void act());
    throw networkError();
  },
});

const changes: readonly FaultKind[] = [...writes, 'twice', 'arrivesLate'];
/** Batches of which a part may fail. */
const batched: readonly FaultKind[] = [...changes, 'partly'];

/** Half of a batch is taken, and the other half fails for good. */
const half =
  (port: object, method: string, args: readonly unknown[]): (() => Promise<never>) =>
  async () => {
    const halved = args.map((arg) => (Array.isArray(arg) ? arg.filter((_, at) => at % 2 === 0) : arg));
    await (Reflect.get(port, method) as (...args: unknown[]) => Promise<unknown>)(...halved);
    throw networkError();
  };

export interface Watching {
  readonly now: () => Date;
  readonly effect: Effect;
  readonly later: (run: () => void) => void;
}

interface Watched {
  readonly reads: readonly string[];
  readonly batches?: readonly string[];
  readonly plain?: readonly string[];
}

/** A port whose every call is an effect: a point at which the scheduler may stop the process. */
export function watchedPort<Port extends object>(
  name: string,
  port: Port,
  { effect, later, ...about }: Omit<Watching, 'now'> & Watched,
): Port {
  const ways = changing(later);
  const kinds = Object.keys(port).map((method) => {
    const isBatch = about.batches?.includes(method) === true;
    return [method, about.reads.includes(method) ? reads : isBatch ? batched : changes] as const;
  });
  return watched(effect, port, {
    name,
    reads: about.reads,
    kinds: Object.fromEntries(kinds),
    ...(about.plain && { plain: about.plain }),
    ways: (method, args) => ({ ...ways, partly: half(port, method, args) }),
  });
}

const indexLagMs = 10_000;

/** What an index lists. It may lack what was made in the last seconds. */
async function* late<T>(
  rows: AsyncIterable<T>,
  idOf: (row: T) => string,
  { effect, now }: Pick<Watching, 'effect' | 'now'>,
): AsyncIterable<T> {
  const kinds = [...reads, 'stale'] as const;
  const list = { client: 'index', command: 'scan', kinds, ways: () => ({ stale: () => true }) };
  const isStale = await effect(list, async () => false);
  const until = isStale ? now().getTime() - indexLagMs : Infinity;
  for await (const row of rows) if (timeOf(idOf(row)).getTime() <= until) yield row;
}

/** The store of the service, with an effect for each request. Tokens and rates, which no import needs, have none. */
export function watchedStore(store: Store, watching: Watching): Store {
  const { records, access, imports } = store;
  const { effect } = watching;
  const page = { client: 'records', command: 'shard', kinds: reads, ways: () => ({}) };
  const watchedRecords = watchedPort('records', records, {
    ...watching,
    reads: ['get', 'getMany'],
    batches: ['write'],
    plain: ['scan', 'shard', 'forgetOthers'],
  });
  return {
    ...store,
    records: {
      ...watchedRecords,
      scan: (...scan) => late(records.scan(...scan), ({ id }) => id, watching),
      shard: async function* (...shard) {
        const pages = records.shard(...shard)[Symbol.asyncIterator]();
        for (;;) {
          const next = await effect(page, () => pages.next());
          if (next.done === true) return;
          yield next.value;
        }
      },
    },
    lookups: watchedPort('lookups', store.lookups, {
      ...watching,
      reads: ['find'],
      batches: ['claim', 'add', 'remove'],
    }),
    imports: {
      ...watchedPort('imports', imports, { ...watching, reads: ['get'], plain: ['scan'] }),
      scan: (...scan) => late(imports.scan(...scan), ({ importId }) => importId, watching),
    },
    lookupFields: watchedPort('lookupFields', store.lookupFields, { ...watching, reads: ['get'] }),
    webhooks: watchedPort('webhooks', store.webhooks, {
      ...watching,
      reads: ['get', 'list', 'delivery', 'deliveries'],
    }),
    access: {
      ...access,
      ...watchedPort('access', { claimIdempotency: access.claimIdempotency }, { ...watching, reads: [] }),
    },
    dryRuns: watchedPort('dryRuns', store.dryRuns, { ...watching, reads: ['find'] }),
  };
}

export const watchedBlobs = (blobs: Blobs, watching: Watching): Blobs =>
  watchedPort('blobs', blobs, {
    ...watching,
    reads: ['get', 'size'],
    plain: ['list', 'signedUrl', 'signedUpload'],
  });
