import { randomOf, type Random } from '@sluice/demo/random';
import { expect, it } from 'vitest';
import { aWebhook } from '../testing/builders.ts';
import { client } from '../testing/on-a-site.ts';
import { recordedStore } from '../testing/recorded-store.ts';
import { startService } from '../testing/service.ts';
import { stallingWorkers } from '../testing/stalling.ts';
import { asReport } from '../testing/undoing.ts';
import { undoModel } from '../testing/undo-model.ts';

const emails = Array.from({ length: 4 }, (_, n) => `u${n}@x.org`);

/** Rows that create, change and delete, and sometimes a second set that changes the same records. */
function rowsOf(random: Random) {
  const some = emails.filter(() => random.next() < 0.6);
  const rows = some.map((email) =>
    random.next() < 0.25 ? { email, deleted: true } : { email, name: `v${random.below(5)}` },
  );
  const kept = rows.filter((row) => 'name' in row && random.next() < 0.5);
  const further = kept.map(({ email }) => ({ email, cellPhone: `${random.below(3)}` }));
  return [rows, further].filter((set) => set.length > 0);
}

async function started(seed: number) {
  const random = randomOf(seed);
  const { store, versions } = recordedStore();
  const service = startService(store);
  service.advance(seed * 1000);
  const site = await service.newSite();
  await store.webhooks.create(aWebhook({ siteId: site.siteId, models: [{ model: 'user', fields: null }] }));
  // The field is looked up by from the beginning, and every worker may write at once.
  await service.importAll(site, [client([{ email: 'first@x.org', name: 'First' }])]);
  versions.clear();
  const workers = stallingWorkers(service, random);
  const records = () => [...versions.values()].flatMap((written) => written.at(-1) ?? []);
  /** The live records, as text. */
  const seen = () =>
    records()
      .filter(({ deleted }) => !deleted)
      .map(({ fields: { email, name, cellPhone = '' } }) => `${email} ${name} ${cellPhone}`)
      .toSorted();
  return { random, versions, service, site, workers, seen };
}
type Course = Awaited<ReturnType<typeof started>>;

/** What was answered about an import or an undo when it ended. */
interface Ended {
  readonly importId: string;
  readonly answered: string;
}

async function answered({ service, site }: Course, importId: string): Promise<string> {
  const { siteId } = site;
  const status = await service.status(site, importId);
  const outcomes = ['reversed', 'kept', 'failed'];
  const { body } = await service.control('getRevert', { siteId, importId, outcomes, limit: 1_000 });
  return JSON.stringify({ status, revert: body['revert'], items: body['items'] });
}

/** Two workers may stall; the third works to the end. */
async function worked(course: Course, message: { v: 1; siteId: string; importId: string }): Promise<Ended> {
  const { random, service, workers } = course;
  for (let stalls = random.below(3); stalls > 0; stalls -= 1) {
    await workers.stall(message, 60);
    service.advance(60_000);
  }
  await workers.work(message).catch(() => undefined);
  const { importId } = message;
  return { importId, answered: await answered(course, importId) };
}

type Model = Map<string, { readonly name: string; readonly cellPhone: string }>;

function applyTo(model: Model, sets: ReturnType<typeof rowsOf>): void {
  for (const { email, ...row } of sets.flat()) {
    if ('deleted' in row) model.delete(email);
    else model.set(email, { name: '', cellPhone: '', ...model.get(email), ...row });
  }
}

const textsOf = (model: Model): string[] =>
  [...model].map(([email, { name, cellPhone }]) => `${email} ${name} ${cellPhone}`).toSorted();

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** @returns what is wrong */
async function importsWith(course: Course, ended: Ended[]): Promise<string | undefined> {
  const { random, service, site, workers, seen } = course;
  const model: Model = new Map();
  for (let round = 0; round < 4; round += 1) {
    const sets = rowsOf(random);
    if (sets.length === 0) continue;
    const dryRun = random.next() < 0.15;
    const message = await service.queued(
      site,
      sets.map((rows) => client(rows)),
      { dryRun },
    );
    ended.push(await worked(course, message));
    const { status } = await service.status(site, message.importId);
    if (status !== (dryRun ? 'valid' : 'success')) return `import ${round} is ${status}`;
    if (!dryRun) applyTo(model, sets);
    if (!isEqual(seen(), textsOf(model)))
      return `values: ${seen().join()}; expected ${textsOf(model).join()}`;
    service.advance(1_000);
    await workers.wakeSome();
  }
  await workers.wakeAll();
  return isEqual(seen(), textsOf(model))
    ? undefined
    : `values in the end: ${seen().join()}; expected ${textsOf(model).join()}`;
}

/** Each version that an import made is counted in its preview, and is in one event. */
async function wrongCounts(course: Course, ended: readonly Ended[]): Promise<string | undefined> {
  const { service, site, versions } = course;
  const all = [...versions.values()].flat();
  const written = new Set(all.map(({ writer }) => writer));
  for (const { importId } of ended) {
    const { preview } = await service.status(site, importId);
    for (const [number, outcome] of (await isDryRun(course, importId)) ? [] : (preview?.outcomes ?? []))
      if ((outcome !== 'unchanged') !== written.has(`import ${importId} ${number}`))
        return `record ${number} of ${importId} is ${outcome}`;
  }
  const events = Map.groupBy(await service.publishedEvents(), ({ docId }) => docId);
  for (const [key, made] of versions) {
    const found = events.get(made[0]?.id ?? '')?.length ?? 0;
    if (found !== made.length) return `${key} has ${made.length} versions and ${found} events`;
  }
  return undefined;
}

const isDryRun = async ({ service, site }: Course, importId: string) =>
  (await service.services.store.imports.get(site.siteId, importId))?.dryRun === true;

/** Undoes all, the last first, while workers stall. */
async function undosOf(course: Course, ended: Ended[]): Promise<string | undefined> {
  const { service, site, versions, workers } = course;
  const { siteId } = site;
  for (const { importId } of ended.toReversed()) {
    if (await isDryRun(course, importId)) continue;
    const due = asReport(undoModel(versions).expected(importId));
    service.messages.splice(0);
    await service.control('revertImport', { siteId, importId });
    const [message] = service.messages.splice(0);
    if (!message) return `no undo of ${importId} was queued`;
    const one = await worked(course, message);
    ended.splice(
      ended.findIndex((each) => each.importId === importId),
      1,
      one,
    );
    const { items } = JSON.parse(one.answered) as { items: { id: string; outcome: string }[] };
    const reported = items.map(({ id, outcome }) => `${id} ${outcome}`).toSorted();
    if (!isEqual(reported, due)) return `undo of ${importId}: ${reported.join()}; expected ${due.join()}`;
    await workers.wakeSome();
  }
  await workers.wakeAll();
  return undoModel(versions).wrong[0];
}

/** What was answered once is answered ever after. */
async function changedAnswers(course: Course, ended: readonly Ended[]): Promise<string | undefined> {
  for (const one of ended)
    if ((await answered(course, one.importId)) !== one.answered)
      return `the answer about ${one.importId} changed`;
  return undefined;
}

async function play(seed: number): Promise<string | undefined> {
  const course = await started(seed);
  const ended: Ended[] = [];
  return (
    (await importsWith(course, ended)) ??
    (await wrongCounts(course, ended)) ??
    (await changedAnswers(course, ended)) ??
    (await undosOf(course, ended)) ??
    (await changedAnswers(course, ended)) ??
    (course.seen().length > 0 ? `${course.seen().join()} is left` : undefined)
  );
}

const seedsOfATest = 40;

it.each([0, 1, 2, 3])(
  'of imports and undos whose workers stall at any call and go on later, each ends as without, part %i (invariants 18 and 23)',
  async (part) => {
    const wrong: string[] = [];
    for (let n = 1; n <= seedsOfATest; n += 1) {
      const seed = part * seedsOfATest + n;
      const found = await play(seed);
      if (found !== undefined) wrong.push(`seed ${seed}: ${found}`);
    }
    expect(wrong).toEqual([]);
  },
);
