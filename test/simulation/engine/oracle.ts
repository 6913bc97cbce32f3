import { isDeepStrictEqual } from 'node:util';
import type { StoredRecord } from '@sluice/data-access/testing/world';
import { breachesOfEvents } from './oracle-events.ts';
import { breachesOfUndos } from './oracle-undos.ts';
import { readHistory, writerOf, type History, type Read, type Story, type Version } from './history.ts';
import type { Row } from './requests.ts';

/** Every way in which a history is not what the service promises. Pure. */
export function breachesOfHistory(history: History): string[] {
  const read = readHistory(history);
  return [
    ...read.versions.flatMap((version) => breachesOfVersion(version, read)),
    ...[...read.stories.values()].flatMap((story) => breachesOfImport(story, { read, history })),
    ...breachesOfCalls(history, read),
    ...breachesOfAnswers(history),
    ...breachesOfUndos(history, read),
    ...breachesOfEvents(history, read),
    ...breachesOfChain(history, read),
  ];
}

const nameOf = ({ record: { kind, id, version, writer } }: Version): string =>
  `invariant 23: ${kind} ${id} version ${version} by ${writer}`;

/** Each field of each record is explained by an accepted write: it has what its writer sent, and for the rest what was there. */
function breachesOfVersion(version: Version, read: Read): string[] {
  const { record, before } = version;
  const found: string[] = [];
  if (record.version !== (before?.version ?? 0) + 1) found.push(`${nameOf(version)}: it skips one`);
  if (before && record.updatedDate < before.updatedDate)
    found.push(`${nameOf(version)}: its date of update goes back`);
  const { kind, id, number } = writerOf(record);
  if (kind === 'undo') return found;
  const story = kind === 'import' ? read.stories.get(id) : undefined;
  const asked = story?.rows[number - 1];
  const sent = kind === 'import' ? asked?.row : sentBy(version, read);
  if (sent === undefined) return [...found, `${nameOf(version)}: nobody asked for it`];
  if (asked?.expected && asked.expected.exists !== (before !== undefined))
    found.push(`${nameOf(version)}: it was expected to exist: ${asked.expected.exists}`);
  const wrong = unexplained(version, sent);
  if (wrong.length > 0) found.push(`${nameOf(version)}: ${wrong.join()} is explained by nobody`);
  return [...found, ...breachesOfOrder(version, story)];
}

/** Each call that wrote and was no import is in the chain, once, with the hash of its values; or is visibly missing. */
function breachesOfChain({ wrote, findings, dead }: History, { versions }: Read): string[] {
  const found = findings.map((one) => `invariant 26: ${JSON.stringify(one)}`);
  const events = Map.groupBy(wrote, ({ requestId }) => requestId);
  const writers = new Set(
    versions.map(({ record }) => writerOf(record)).flatMap(({ kind, id }) => (kind === 'request' ? id : [])),
  );
  for (const id of writers) {
    const [event, another] = events.get(id) ?? [];
    if (another) found.push(`invariant 26: request ${id} is in the chain twice`);
    const isWritten = event?.data['found'] !== 'not written';
    if (event ? !isWritten : !dead.includes(id))
      found.push(`invariant 26: request ${id} is in the chain as ${event ? 'not written' : 'nothing'}`);
  }
  for (const [id, [event]] of events)
    if (event?.data['found'] === 'written' && !writers.has(id))
      found.push(`invariant 26: request ${id} is in the chain, and wrote nothing`);
  return found;
}

/** An import that has ended writes nothing more. One that was given up may have had requests on their way, which overwrite nobody. */
function breachesOfOrder(version: Version, story: Story | undefined): string[] {
  if (story === undefined || version.at < story.ended) return [];
  return story.wasGivenUp ? [] : [`${nameOf(version)}: its import had ended before`];
}

/** Fields that hold the id of another record. */
const references = ['requesterId', 'roleIds', 'userType'];

function unexplained({ record, before }: Version, sent: Row): string[] {
  if (sent['deleted'] === true)
    return record.deleted && isDeepStrictEqual(record.fields, before?.fields) ? [] : ['deleted'];
  if (record.deleted) return isErased(sent, { record, before }) ? [] : ['deleted'];
  const { id: _, deleted: __, ...values } = sent;
  const expected: Record<string, unknown> = { ...before?.fields, ...values };
  const names = new Set([...Object.keys(expected), ...Object.keys(record.fields)]);
  return [...names].filter(
    (name) => !references.includes(name) && (expected[name] ?? null) !== (record.fields[name] ?? null),
  );
}

/** An erase first writes a deleted record as it was, so that nobody restores it. */
const isErased = (sent: Row, { record: { fields }, before }: Pick<Version, 'record' | 'before'>) =>
  typeof sent['receipt'] === 'string' &&
  (Object.keys(fields).length === 0 || isDeepStrictEqual(fields, before?.fields));

/** What a call other than an import said about a record. */
function sentBy({ record, before }: Version, { callOf }: Read): Row | undefined {
  const { id } = writerOf(record);
  const { operation = '', input = {} } = callOf(id) ?? {};
  if (operation === 'eraseRecord') return input as Row;
  const all = (input['users'] ?? input['items'] ?? []) as readonly Row[];
  if (before !== undefined && operation === 'saveUsers') return all.find((one) => one['id'] === record.id);
  return all.find((one) =>
    Object.entries(one).every(([name, value]) => (record.fields[name] ?? null) === value),
  );
}

interface Around {
  readonly read: Read;
  readonly history: History;
}

const made: Readonly<Record<string, boolean>> = { created: true, updated: true, deleted: true };

/** An import ends, and its outcomes and counts are what was written. */
function breachesOfImport(story: Story, { read, history }: Around): string[] {
  const { item, ended, wasGivenUp } = story;
  const { importId, state, dryRun } = item;
  const name = `invariant 23: import ${importId} (${state})`;
  if (ended === Infinity) return [`${name}: it does not end`];
  const found: string[] = [];
  // An import has three attempts, and loses one only where something happens to its worker.
  const faults = history.faults.get(importId) ?? 0;
  if (wasGivenUp && faults < 3) found.push(`${name}: it was given up after ${faults} faults`);
  const writes = Map.groupBy(
    read.versions.filter(({ record }) => record.writer.startsWith(`import ${importId} `)),
    ({ record }) => writerOf(record).number,
  );
  for (const [number, versions] of writes)
    if (versions.length > 1) found.push(`${name}: row ${number} was written ${versions.length} times`);
  if (dryRun || state === 'invalid')
    return writes.size > 0 ? [...found, `${name}: it wrote something`] : found;
  const outcomes = history.outcomes.get(importId);
  if (outcomes === undefined) return wasGivenUp ? found : [...found, `${name}: it has no outcomes`];
  if (outcomes.length !== story.rows.length) found.push(`${name}: it has ${outcomes.length} outcomes`);
  for (const [number, outcome, id] of outcomes) {
    const [version] = writes.get(number) ?? [];
    if ((made[outcome] ?? false) !== (version !== undefined) || (version && actionOf(version) !== outcome))
      found.push(
        `${name}: row ${number} is ${outcome}, and was ${version ? actionOf(version) : 'not written'}`,
      );
    if (version && version.record.id !== id) found.push(`${name}: row ${number} names another record`);
    if (outcome === 'unchanged' && id !== undefined && !wasSo(number, id, { story, read }))
      found.push(`${name}: row ${number} is unchanged, and no record was so`);
  }
  return found;
}

const actionOf = ({ record, before }: Version): string =>
  before === undefined ? 'created' : record.deleted ? 'deleted' : 'updated';

/** Whether a record had the values of a row at some moment of its import. */
function wasSo(
  number: number,
  id: string,
  { story, read }: { readonly story: Story; readonly read: Read },
): boolean {
  const { row } = story.rows[number - 1] ?? {};
  const chain = [...read.chains.values()].find((versions) => versions[0]?.record.id === id) ?? [];
  return chain.some(({ record, at }, place) => {
    const until = chain[place + 1]?.at ?? Infinity;
    const isThen = at < story.ended && until > story.began;
    return isThen && (row?.['deleted'] === true ? record.deleted : row !== undefined && holds(record, row));
  });
}

const holds = ({ fields, deleted }: StoredRecord, { id: _, deleted: __, ...row }: Row): boolean =>
  !deleted &&
  Object.entries(row).every(([name, value]) => references.includes(name) || (fields[name] ?? null) === value);

const day = 24 * 3_600_000;

/** A request writes all or nothing, and what was answered is written; one key has one import as long as it is known. */
function breachesOfCalls({ calls }: History, read: Read): string[] {
  const found: string[] = [];
  const byProcess = new Map<number, Version[]>();
  for (const version of read.versions) {
    const called = writerOf(version.record).kind === 'request' && read.callOf(writerOf(version.record).id);
    if (called) byProcess.set(called.process, [...(byProcess.get(called.process) ?? []), version]);
  }
  const imports = new Map<string, { readonly importId: unknown; readonly at: number }>();
  for (const { siteId, operation, input, key, answer, process, to = Infinity } of calls) {
    const isOk = answer?.['ok'] === true;
    const versions = byProcess.get(process) ?? [];
    if (operation === 'saveUsers' && isOk) {
      const users = input['users'] as readonly Row[];
      const writtenBefore = versions.filter(({ at }) => at < to).length;
      if (versions.length > 0 && writtenBefore !== users.length)
        found.push(
          `invariant 16: saveUsers wrote ${writtenBefore} of ${users.length} users before its answer`,
        );
    }
    if (operation !== 'import' || !isOk || key === undefined) continue;
    const at = timeOfImport(read, answer?.['importId']);
    const known = imports.get(`${siteId} ${key}`);
    if (known && known.importId !== answer?.['importId'] && at - known.at < day - 10_000)
      found.push(`invariant 7: one key has two imports, ${(at - known.at) / 1000} s apart`);
    imports.set(`${siteId} ${key}`, { importId: answer?.['importId'], at });
  }
  return found;
}

const ends = ['success', 'error', 'invalid', 'valid', 'reverted'];

/** What was answered once about an end is answered until somebody undoes it. An erase takes values out of it. */
function breachesOfAnswers({ calls, log }: History): string[] {
  const undosBefore = (importId: unknown, place: number): number => {
    const of = log.slice(0, place).findLast((one) => one.kind === 'import' && one.item.importId === importId);
    return of?.kind === 'import' ? (of.item.revert?.starts ?? 0) : 0;
  };
  const found = new Set<string>();
  const erased = new Set(
    calls.flatMap(({ operation, siteId }) => (operation === 'eraseRecord' ? siteId : [])),
  );
  const known = new Map<string, string>();
  for (const { siteId, operation, answer, input, from, to = from } of calls) {
    const { importStatus, revert } = (answer ?? {}) as Readonly<
      Record<string, { status?: string } | undefined>
    >;
    const about = importStatus ?? revert;
    if (about?.status === undefined || !ends.includes(about.status) || erased.has(siteId)) continue;
    const undos = undosBefore(input['importId'], from);
    if (undos !== undosBefore(input['importId'], to)) continue;
    const key = `${operation} of ${String(input['importId'])} (${about.status}) after ${undos} undos`;
    const text = JSON.stringify(about);
    if ((known.get(key) ?? text) !== text) found.add(`invariant 23: the answer to ${key} has changed`);
    known.set(key, text);
  }
  return [...found];
}

const timeOfImport = ({ stories }: Read, importId: unknown): number =>
  Date.parse(stories.get(String(importId))?.item.createdDate ?? '');
