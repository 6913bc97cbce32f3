import {
  countsOf,
  identityHolds,
  isEnded,
  replay,
  toDecide,
  type LedgerEvent,
  type Run,
  type RunStatus,
  type Submission,
} from '@sluice/ledger';
import { parse } from 'csv-parse/sync';
import { takeLog } from '../simulation/log-lines.ts';
import type { World } from './world.ts';

/** A run of a story, and how it may have ended. */
export interface Story {
  readonly runId: string;
  readonly ends: readonly RunStatus[];
}

/** Three spent hours of calls, and what else three faults may cost. */
const mostHours = 6;

/** A person who looks into the service says of every open batch what is true, and the world goes on. */
export async function decideTruthfully(world: World, runIds: readonly string[]): Promise<void> {
  for (let asked = 0; asked < 3; asked += 1) {
    let open = 0;
    for (const runId of runIds) {
      const run = await world.runOf(runId);
      if (run.status !== 'needs_decision') continue;
      for (const { batch } of toDecide(run, await world.look((ledger) => ledger.submissions(runId)))) {
        open += 1;
        const landed = realImports(world, runId).findLast((one) => one.batch === batch);
        const choice = landed ? { choice: 'attach', importId: landed.importId } : { choice: 'notApplied' };
        await world.act(runId, 'decide', { batch, ...choice });
      }
    }
    if (open === 0) return;
    await world.settle();
  }
}

/** Every way in which the end of a world is not what the invariants promise. */
export async function breachesOf(world: World, stories: readonly Story[]): Promise<string[]> {
  const found = [...world.violations, ...world.service.violations];
  for (const story of stories) found.push(...(await breachesOfRun(world, story)));
  const open = await world.look((ledger) => ledger.openRuns());
  if (open.length > 0)
    found.push(`invariant 12: runs are left open: ${open.map(({ status }) => status).join()}`);
  if (world.sqs.messages.length > 0) found.push('invariant 12: messages are left in a queue');
  const running = [...world.sfn.executions.values()].filter((one) => one.running);
  if (running.length > 0) found.push('invariant 12: an execution is left running');
  if (world.deadLetters.length > 0) found.push('invariant 11: a message is dead');
  const told = takeLog().filter((line) => /canary|@example\.com/iu.test(line));
  if (told.length > 0) found.push(`invariant 15: the log tells ${told[0]}`);
  const subjects = world.ses.sent.filter(({ subject }) => /canary|@example\.com/iu.test(subject));
  if (subjects.length > 0) found.push('invariant 15: a subject tells a cell');
  return found;
}

async function breachesOfRun(world: World, { runId, ends }: Story): Promise<string[]> {
  const run = await world.runOf(runId);
  const submissions = await world.look((ledger) => ledger.submissions(runId));
  const events = await world.look((ledger) => ledger.events(runId));
  const found: string[] = [];
  if (!isEnded(run.status)) found.push(`invariant 12: the run does not end: it is ${run.status}`);
  if (!ends.includes(run.status)) found.push(`the run ends ${run.status}: expected ${ends.join(' or ')}`);
  const hours = (Date.parse(run.finishedAt ?? run.startedAt) - Date.parse(run.startedAt)) / 3_600_000;
  if (hours > mostHours) found.push(`invariant 12: the run took ${Math.round(hours)} hours`);
  const counts = countsOf(run, submissions);
  if (!identityHolds(counts)) found.push(`invariant 1: the rows do not add up: ${JSON.stringify(counts)}`);
  const again = replay(events);
  if (!same(again.run, run)) found.push('invariant 10: the history does not replay to the run');
  if (!same(again.submissions, submissions))
    found.push('invariant 10: the history does not replay to the submissions');
  return [
    ...found,
    ...(await breachesOfRows(world, run, submissions)),
    ...breachesOfImports(world, run, submissions),
    ...breachesOfMail(world, run, events),
  ];
}

const same = (one: unknown, other: unknown) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    entries.filter(([, inner]) => inner !== undefined).map(([name, inner]) => [name, sorted(inner)]),
  );
}

/** The imports of a run that the service took for real. */
function realImports({ service }: World, runId: string) {
  return [...service.imports.values()].filter(
    ({ run, dryRun, refusal }) => run === runId && !dryRun && refusal === undefined,
  );
}

const landed = ['created', 'updated', 'unchanged', 'deleted', 'landed'];

/** Row by row: what the ledger and the result sheet claim is what the service did (invariants 1, 3). */
async function breachesOfRows(world: World, run: Run, submissions: readonly Submission[]): Promise<string[]> {
  const { runId, status } = run;
  const found: string[] = [];
  const [sent, writes] = [new Set<string>(), new Map<string, number>()];
  for (const { sets, outcomes } of realImports(world, runId)) {
    for (const [index, record] of sets.flatMap(({ records }) => records).entries()) {
      const email = String(record['email']);
      sent.add(email);
      const wrote = ['created', 'updated', 'deleted'].includes(outcomes[index]?.[1] ?? '') ? 1 : 0;
      writes.set(email, (writes.get(email) ?? 0) + wrote);
    }
  }
  const batches = realImports(world, runId).map(({ batch }) => batch);
  if (world.isOurs && new Set(batches).size < batches.length)
    found.push('invariant 3: a batch has two imports in spite of its key');
  for (const [, times] of writes) if (times > 1) found.push(`invariant 3: a row was written ${times} times`);
  const counts = countsOf(run, submissions);
  const classes: readonly (readonly [string, number])[] = Object.entries(counts);
  const claimed = classes.reduce((sum, [name, count]) => (landed.includes(name) ? sum + count : sum), 0);
  const text = await world.resultOf(runId);
  if (text === undefined) {
    const isOfNoRows = sent.size === 0 && claimed === 0;
    return isOfNoRows ? found : [...found, 'invariant 1: a run that wrote has no result sheet'];
  }
  if (claimed + counts.unknown < sent.size)
    found.push(`invariant 3: ${sent.size} rows were written, and ${claimed} are claimed`);
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
  if (rows.length !== counts.read)
    found.push(`invariant 1: the sheet has ${rows.length} rows of ${counts.read}`);
  for (const { email = '', Status = '' } of rows) {
    if (landed.includes(Status) && !sent.has(email))
      found.push(`invariant 3: a row is ${Status} that was not written`);
    const isDenied = (Status === 'failed' || Status === 'not attempted') && sent.has(email);
    if (isDenied && status !== 'undone') found.push(`invariant 3: a row is ${Status} that was written`);
  }
  const tally = rows.filter(({ Status = '' }) => landed.includes(Status)).length;
  if (tally !== claimed) found.push(`invariant 1: the sheet claims ${tally} rows, the counts ${claimed}`);
  const left = [...world.service.records.values()].filter((one) => ofRun(world, one.importId, runId)).length;
  const told = run.undo?.counts?.failed ?? 0;
  if (status === 'undone' && left > told)
    found.push(`an undone run left ${left} records as it wrote them, and tells of ${told}`);
  return found;
}

const ofRun = ({ service }: World, importId: string, runId: string) =>
  service.imports.get(importId)?.run === runId;

function breachesOfImports(world: World, { runId }: Run, submissions: readonly Submission[]): string[] {
  const known = new Set(submissions.flatMap(({ attempts }) => attempts.map(({ importId }) => importId)));
  const forgotten = world
    .heardIds()
    .filter((importId) => world.service.imports.get(importId)?.run === runId && !known.has(importId));
  return forgotten.map((importId) => `invariant 4: ${importId} was heard of, and is not in the ledger`);
}

/** One mail for each ending that a person is told of, and one more at most for each fault that hit the telling. */
function breachesOfMail(
  world: World,
  { runId, migration, status }: Run,
  events: readonly LedgerEvent[],
): string[] {
  // Its migration tells of it.
  if (migration !== undefined) return breachesOfMigration(world, status === 'undone' ? 2 : 1);
  const about = new Set(
    events.flatMap(({ type, data }) => (type === 'noticeChanged' ? String(data['about'] ?? 'end') : [])),
  );
  // Each plan that somebody is asked about is told of, and each import that came to light after the end.
  const asked = events.filter(({ type }) => type === 'approvalAsked' || type === 'lateEnded').length;
  const endings = asked + [...about].filter((status) => status !== 'awaiting_approval').length;
  const sent = world.ses.sent.filter(({ about: run, text }) => (run ?? text).includes(runId)).length;
  const more = world.watch.fired.filter(({ step }) => step === 'reportRun' || step === 'sweep').length;
  if (about.size === 0) return ['invariant 13: nobody was told'];
  return sent >= endings && sent <= endings + more
    ? []
    : [`invariant 13: ${sent} mails about ${endings} endings`];
}

/** One mail for each ending of the one migration of a story, for all its runs. */
function breachesOfMigration({ ses, watch }: World, endings: number): string[] {
  const more = watch.fired.filter(({ step }) => step === 'runMigration').length;
  const sent = ses.sent.length;
  if (sent >= endings && sent <= endings + more) return [];
  return [`invariant 13: ${sent} mails about ${endings} endings of a migration`];
}
