import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { identityHolds, isEnded, replay, runSummary, type LedgerEvent, type Run } from '@sluice/ledger';
import { dropClients, type Dropped } from '../local-run/drop-clients.ts';
import { mailsAbout } from '../local-run/look.ts';
import { phases, type Kill, type Phase, type Scenario } from './plan.ts';
import type { KilledSystem } from './system.ts';

/** How long each phase of an undisturbed run takes, in milliseconds. */
export type Durations = Readonly<Record<Phase, number>>;

export interface Played {
  readonly scenario: Scenario;
  /** The status of the run at each kill, such as `importing (database)`. */
  readonly met: readonly string[];
  readonly mails: number;
  readonly ms: number;
  readonly violations: readonly string[];
}

/** Far longer than any run here needs, wherever it is killed. */
const patienceMs = 5 * 60_000;

/** Drops a sheet, kills as the scenario plans, and waits for the mail. */
export async function playScenario(
  scenario: Scenario,
  rows: number,
  { system, durations }: { readonly system: KilledSystem; readonly durations: Durations },
): Promise<Played> {
  const begun = Date.now();
  const dropped = await dropClients(system.local.addresses, scenario.mark, rows);
  const met: Met[] = [];
  for (const kill of scenario.kills) met.push(await killAt(kill, dropped, { system, durations }));
  const ended = await untilRun(dropped.runId, {
    system,
    isDone: (run) => run?.notice?.state === 'sent' || run?.notice?.state === 'refused',
  });
  const violations = ended === undefined ? ['did not end'] : await violationsOf(ended, dropped, system);
  const mails = await mailsAbout(system.local.addresses, dropped.fileName);
  // Only a kill between the mail and its record may repeat the mail.
  const mostMails = 1 + met.filter(({ phase }) => phase === 'reporting').length;
  if (mails < 1 || mails > mostMails) violations.push(`${mails} mails`);
  return { scenario, met: met.map(({ where }) => where), mails, ms: Date.now() - begun, violations };
}

interface Met {
  readonly phase: Phase;
  readonly where: string;
}

async function killAt(
  { phase, depth, of }: Kill,
  { runId }: Dropped,
  { system, durations }: { readonly system: KilledSystem; readonly durations: Durations },
): Promise<Met> {
  // A run that is already further, as after an earlier kill, is killed where it is.
  await untilRun(runId, {
    system,
    isDone: (run) => phases.indexOf(phaseOf(run)) >= phases.indexOf(phase),
  });
  await pause(depth * durations[phase]);
  const run = await system.inside.ledger.run(runId);
  const where = run === undefined ? 'before the run' : run.notice?.state === 'sent' ? 'notified' : run.status;
  if (of === 'system') await system.killAll();
  else system.killDatabase();
  return { phase: phaseOf(run), where: of === 'system' ? where : `${where} (database)` };
}

/** Reads the run until it is done; undefined if that takes too long. */
async function untilRun(
  runId: string,
  { system, isDone }: { readonly system: KilledSystem; readonly isDone: (run: Run | undefined) => boolean },
): Promise<Run | undefined> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await pause(20)) {
    const read = await system.inside.ledger.run(runId).then(
      (run) => ({ run }),
      () => undefined,
    );
    if (read !== undefined && isDone(read.run)) return read.run;
  }
  return undefined;
}

export function phaseOf(run: Run | undefined): Phase {
  if (run === undefined || run.status === 'reading') return 'reading';
  if (isEnded(run.status) || run.status === 'needs_decision') return 'reporting';
  return run.status === 'importing' ? 'importing' : 'checking';
}

async function violationsOf(
  notified: Run,
  { runId, rows }: Dropped,
  { inside }: KilledSystem,
): Promise<string[]> {
  const violations: string[] = [];
  const must = (holds: boolean, what: string) => holds || violations.push(what);
  const { run, events } = await withEvents(notified, inside);
  const submissions = await inside.ledger.submissions(runId);
  const { counts } = runSummary(run, submissions);
  must(run.status === 'succeeded', `ended ${run.status}`);
  must(identityHolds(counts) && counts.read === rows, `counts do not add up: ${JSON.stringify(counts)}`);
  must(counts.created === rows, `${counts.created} created`);
  must(
    submissions.every(({ status, importId }) => status === 'succeeded' && importId !== undefined),
    'a submission is open, or has no importId',
  );
  const replayed = replay(events);
  must(isSame(replayed.run, run), 'the history of the run does not replay');
  must(isSame(replayed.submissions, submissions), 'the history of its submissions does not replay');
  const open = await inside.ledger.openRuns();
  must(!open.some((one) => one.runId === runId), 'it is open for ever');
  return violations;
}

/** A run and its history of the same moment: its mail may be delivered between two reads. */
async function withEvents(
  run: Run,
  inside: KilledSystem['inside'],
): Promise<{ run: Run; events: readonly LedgerEvent[] }> {
  const events = await inside.ledger.events(run.runId);
  const after = await inside.ledger.run(run.runId);
  return after === undefined || isSame(run, after) ? { run, events } : withEvents(after, inside);
}

/** Compared as they are stored, without undefined fields. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
}
