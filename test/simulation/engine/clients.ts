import { refKey, type StoredRecord } from '@sluice/data-access/testing/world';
import type { Decisions } from '../decisions.ts';
import type { Due, Scheduler } from '../scheduler.ts';
import { itemsSet, requestOf, type RecordSet } from './requests.ts';
import type { Answer, ServiceWorld, Site } from './service.ts';

/** A call of a client, and where the log was when it began and when its answer came. */
export interface Called {
  readonly siteId: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly key?: string | undefined;
  readonly from: number;
  /** The process that took it. */
  process: number;
  answer?: Answer;
  to?: number;
}

interface Import {
  readonly site: Site;
  readonly importId: string;
  readonly recordSets: readonly RecordSet[];
  readonly key: string;
}

const [second, minute, hour] = [1000, 60_000, 3_600_000];
/** When acts happen, after the first one. */
const times = [0, 0, 0, second, 5 * second, 30 * second, 52 * second, 80 * second, 2 * minute, 5 * minute];
/** How long a client waits before it asks again. */
const polls = [second, 10 * second, 50 * second, 6 * minute];
const pollsAtMost = 40;

interface Parts {
  readonly service: ServiceWorld;
  readonly scheduler: Scheduler;
  readonly decisions: Decisions;
  readonly note?: ((line: string) => void) | undefined;
}

/** People and programs that call the service: each does what its decisions say, and polls until what it began has ended. */
export function createClients({ service, scheduler, decisions, note }: Parts) {
  const calls: Called[] = [];
  const erasures = new Map<string, { readonly site: Site; readonly record: string }>();
  const imports: Import[] = [];
  const timers = new Set<Due>();
  const acts: string[] = [];

  const after = (ms: number, act: () => void): void => {
    const timer = { at: scheduler.now() + ms, run: () => (timers.delete(timer), act()) };
    timers.add(timer);
  };

  async function call(
    site: Pick<Site, 'siteId' | 'apiKey' | 'apiSecret'>,
    operation: string,
    input: Readonly<Record<string, unknown>>,
    key?: string,
  ): Promise<Answer> {
    const called: Called = {
      siteId: site.siteId,
      operation,
      input,
      key,
      from: service.log.length,
      process: 0,
    };
    calls.push(called);
    const isControl = controls.has(operation);
    const { apiKey, apiSecret } = site;
    const answer = await service.call(
      isControl ? 'controlApi' : 'dataApi',
      isControl ? `/control/${operation}` : `/${operation}`,
      {
        body: isControl ? input : { apiKey, apiSecret, ...input },
        ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      },
      (process) => void (called.process = process),
    );
    // An answer may be lost on its way.
    if (answer === undefined || decisions.chance(`answer ${calls.length} is lost`, 0.03)) return undefined;
    called.answer = answer;
    called.to = service.log.length;
    return answer;
  }

  /** Asks until it has ended; somebody else may ask, too. */
  function poll(
    of: Pick<Import, 'importId' | 'site'>,
    operation: 'importStatus' | 'getRevert',
    asked = 0,
  ): void {
    const name = `poll of ${of.importId} ${asked}`;
    const ask = async () => {
      const { site, importId } = of;
      const input = operation === 'getRevert' ? { siteId: site.siteId, importId } : { importId };
      const answer = await call(site, operation, input);
      const { status } = (answer?.['importStatus'] ?? answer?.['revert'] ?? {}) as {
        readonly status?: string;
      };
      if (asked < pollsAtMost && (status === undefined || !ends.includes(status)))
        poll(of, operation, asked + 1);
    };
    after(polls[decisions.pick(name, polls.length)] ?? second, () => void ask());
  }

  /** Sends an import under a key, and again when no answer comes. */
  async function send(
    sent: Omit<Import, 'importId'> & { readonly dryRun: boolean },
    tried = 0,
  ): Promise<void> {
    const { site, recordSets, key, dryRun } = sent;
    const answer = await call(site, 'import', { recordSets, ...(dryRun && { dryRun }) }, key);
    const importId = answer?.['importId'];
    if (typeof importId === 'string' && answer?.['ok'] === true) {
      if (!dryRun && !imports.some((one) => one.importId === importId)) imports.push({ ...sent, importId });
      return poll({ site, importId }, 'importStatus');
    }
    const code = (answer?.['error'] as { code?: string } | undefined)?.code;
    if (tried < 4 && (answer === undefined || code === 'server_error'))
      after(10 * second, () => void send(sent, tried + 1));
  }

  async function undo({ site, importId }: Import, tried = 0): Promise<void> {
    const { siteId } = site;
    const answer = await call(site, 'revertImport', { siteId, importId });
    if (answer?.['ok'] === true) poll({ site, importId }, 'getRevert');
    else if (tried < 3)
      after(20 * second, () => void undo({ site, importId, recordSets: [], key: '' }, tried + 1));
  }

  async function erase(site: Site, record: string): Promise<boolean> {
    erasures.set(`${site.siteId} ${record}`, { site, record });
    let [cursor, isLeft]: [unknown, boolean] = [undefined, false];
    for (let tried = 0; tried < 6; tried += 1) {
      const input = {
        siteId: site.siteId,
        record,
        receipt: 'a receipt of a person',
        ...(cursor !== undefined && { cursor }),
      };
      service.noteErase(site.siteId, record);
      const answer = await call(site, 'eraseRecord', input);
      service.noteErase(site.siteId, record);
      if (answer?.['ok'] !== true) continue;
      cursor = answer['nextCursor'];
      // Each call answers what was busy where it erased.
      isLeft ||= (answer['busy'] as readonly string[]).length > 0;
      if (cursor === undefined) return !isLeft;
    }
    return false;
  }

  /** The live users of a site at this moment. */
  function users(siteId: string): StoredRecord[] {
    const found = new Map<string, StoredRecord>();
    for (const one of service.log)
      if (one.kind === 'record' && one.siteId === siteId && one.record.kind === 'user')
        found.set(refKey(one.record), one.record);
    return [...found.values()].filter(({ deleted }) => !deleted);
  }

  function act(name: string, number: number, sites: readonly Site[]): void {
    const site = sites[decisions.pick(`site of ${number}`, sites.length)];
    if (!site) return;
    acts.push(name);
    note?.(`-- somebody: ${name}`);
    const { siteId } = site;
    const known = imports.filter((one) => one.site === site);
    const earlier = known[decisions.pick(`import of ${number}`, known.length)];
    const doing: Readonly<Record<string, () => unknown>> = {
      import: () =>
        send({
          site,
          recordSets: requestOf(decisions, number),
          key: `key ${number}`,
          dryRun: decisions.chance(`${number} is a dry run`, 0.1),
        }),
      'undo an import': () => earlier && undo(earlier),
      'save users': () => {
        const present = users(siteId).filter(({ id }) => decisions.chance(`${number} saves ${id}`, 0.6));
        const saved = present.map(({ id }) => ({ id, name: `Saved ${number}` }));
        const made = { name: `Made ${number}`, email: `u${1 + decisions.pick(`${number} makes`, 4)}@x.org` };
        return call(site, 'saveUsers', { users: saved.length > 0 ? saved : [made] });
      },
      'create list items': () => call(site, 'createListItems', itemsSet(number)),
      'send an import again': () => earlier && send({ ...earlier, dryRun: false }),
      'send an import again after a day': () =>
        earlier && after(25 * hour, () => void send({ ...earlier, dryRun: false })),
      'erase a person': () => erase(site, `u${2 + decisions.pick(`${number} erases`, 2)}@x.org`),
    };
    void doing[name]?.();
  }

  return {
    calls: calls as readonly Called[],
    imports: imports as readonly Import[],
    acts: acts as readonly string[],
    call,
    erase,
    due: (): readonly Due[] => [...timers],
    /** Plans what happens when. */
    plan: (sites: readonly Site[]): void => {
      const count = 2 + decisions.pick('acts', 7);
      for (let number = 1; number <= count; number += 1) {
        const name =
          number === 1 ? 'import' : (names[decisions.pick(`act ${number}`, names.length)] ?? 'import');
        const ms = number === 1 ? 0 : (times[decisions.pick(`time of ${number}`, times.length)] ?? 0);
        after(ms, () => act(name, number, sites));
      }
    },
    /** Somebody undoes all imports, the newest first: what each had found is put back. */
    undoAll: async (settle: () => Promise<void>): Promise<void> => {
      for (const one of imports.toReversed()) {
        void undo(one);
        await settle();
      }
    },
    /** Whoever has erased somebody asks again, until nothing is left. */
    eraseAgain: async (settle: () => Promise<void>): Promise<void> => {
      for (const { site, record } of erasures.values()) {
        let isWhole = false;
        for (let tried = 0; tried < 4 && !isWhole; tried += 1) {
          after(15 * 60 * second, () => void erase(site, record).then((ended) => (isWhole = ended)));
          await settle();
        }
      }
    },
    /** Somebody looks after what has not ended, though whoever began it asks no more. @returns whether there is anything */
    lookAfter: (sites: readonly Site[]): boolean => {
      const open = new Map<string, string>();
      for (const one of service.log)
        if (one.kind === 'import') open.set(`${one.item.siteId} ${one.item.importId}`, one.item.state);
      const left = [...open].filter(([, state]) => !ends.includes(state));
      for (const [key, state] of left) {
        const [siteId, importId = ''] = key.split(' ');
        const site = sites.find((one) => one.siteId === siteId);
        if (site) poll({ site, importId }, state === 'reverting' ? 'getRevert' : 'importStatus');
      }
      return left.length > 0;
    },
  };
}

export type Clients = ReturnType<typeof createClients>;

const controls = new Set([
  'createSite',
  'createToken',
  'createWebhook',
  'revertImport',
  'getRevert',
  'eraseRecord',
]);
const names = [
  ...[
    'import',
    'import',
    'import',
    'import',
    'import',
    'undo an import',
    'undo an import',
    'save users',
    'save users',
  ],
  ...['create list items', 'send an import again', 'send an import again after a day', 'erase a person'],
];

const ends = ['success', 'error', 'invalid', 'valid', 'reverted'];
