import { countsOf, runIdOf, type Run } from '@sluice/ledger';
import { arrivalOf } from '@sluice/flow/read/arrivals';
import { createAwsLedger, createAwsMigrations } from '../../functions/adapters/aws-ledger.ts';
import { services as sweepServices } from '../../functions/sweep/handler.ts';
import { sweepAll } from '@sluice/flow/sweep/sweep-all';
import { createMigrating } from './migrating.ts';
import { createPeople } from './people.ts';
import { createQueues } from './queues.ts';
import { seal } from './sealing.ts';
import { createStage, type StageOptions } from './stage.ts';
import { createTracking } from './tracking.ts';

export type WorldOptions = StageOptions;

const sweepEveryMs = 15 * 60_000;
const mostSteps = 3000;

interface Due {
  readonly at: number;
  readonly moves: boolean;
  readonly run: () => Promise<unknown>;
}

/**
 * The whole flow in one process: the real cores over the real adapters and the real SDK, wired as their handlers wire them, with
 * stand-ins behind the clients, a virtual clock, and a fault wherever the plan wants one.
 */
export function createWorld(options: WorldOptions) {
  const stage = createStage(options);
  const { env, outside, s3, sqs, sfn, ses, scheduler, service, violations, clock } = stage;
  const migrating = createMigrating(stage);
  const tracking = createTracking(stage);
  const queues = createQueues(stage, migrating.schedule);
  const people = createPeople(stage, queues.areAnyDead);
  let [steps, lastSweep] = [0, clock().getTime()];

  /** What is due next, and when: a message, or an execution. */
  function nextDue(): Due | undefined {
    const messages = queues.waiting().map((message) => ({
      at: message.visibleAt,
      // The sweep tells of every definition again, each time.
      moves: message.queue !== 'definitions',
      run: () => queues.deliver(message),
    }));
    const executions = [...sfn.executions.values()]
      .filter(({ running }) => running)
      .map((execution) => ({
        at: execution.dueAt,
        moves: true,
        run: () =>
          execution.machine === 'migrations' ? migrating.step(execution) : tracking.step(execution),
      }));
    return [...messages, ...executions].toSorted((one, other) => one.at - other.at)[0];
  }

  /** Lets everything happen until nothing is left to do but to sweep, or until somebody has seen enough. */
  async function settle(isEnough: () => boolean = () => false): Promise<boolean> {
    for (let quiet = 0; quiet < 2 || nextDue() !== undefined;) {
      if (isEnough()) return true;
      if ((steps += 1) > mostSteps) {
        violations.push('invariant 12: the world does not come to rest');
        return false;
      }
      const due = nextDue();
      const nextSweep = lastSweep + sweepEveryMs;
      if (due !== undefined && due.at <= nextSweep) {
        if (due.moves) quiet = 0;
        stage.passUntil(due.at);
        await due.run();
        continue;
      }
      stage.passUntil(nextSweep);
      lastSweep = clock().getTime();
      const services = () => stage.warmed('sweep', () => sweepServices(env, outside));
      const swept = await stage.invoke('sweep', () => sweepAll(services()));
      // What it found has begun to move, and one that failed comes again.
      quiet = swept === 'done' && nextDue()?.moves !== true ? quiet + 1 : 0;
    }
    return isEnough();
  }

  /** An upload into the inbox, with its event unless that is lost. */
  function drop(key: string, text: string, { isEventLost = false, isEventDead = false } = {}): string {
    const { versionId, bytes } = s3.put({ bucket: env.DROP_BUCKET, key }, text);
    const arrival = { bucket: env.DROP_BUCKET, key, versionId, bytes: bytes.length, droppedBy: 'somebody' };
    if (!isEventLost) sqs.send(isEventDead ? 'deadArrivals' : 'arrivals', JSON.stringify(arrivalOf(arrival)));
    return runIdOf(arrival);
  }

  /** Looks at the ledger as any reader would, without a fault, and without being counted. */
  const ledger = createAwsLedger(env, outside);
  const migrations = createAwsMigrations(env, outside);
  const look = <T>(run: (known: typeof ledger) => Promise<T>): Promise<T> => stage.look(() => run(ledger));

  async function runOf(runId: string): Promise<Run> {
    const run = await look((known) => known.run(runId));
    if (run === undefined) throw new Error(`invariant 8: there is no run ${runId}`);
    return run;
  }

  return {
    isOurs: options.isOurs,
    s3,
    sqs,
    sfn,
    ses,
    service,
    watch: stage.watch,
    violations,
    deadLetters: queues.deadLetters,
    heardIds: stage.heardIds,
    failures: stage.failures,
    drop,
    migrating,
    schedules: scheduler.schedules,
    ...people,
    seal: () => seal(stage),
    put: (key: string, text: string) => void s3.put({ bucket: env.DROP_BUCKET, key }, text),
    /** Without a notice to anybody. */
    remove: (key: string) => s3.remove(env.DROP_BUCKET, key),
    migrations,
    migration: (migrationId: string) => look(() => migrations.migration(migrationId)),
    settle,
    look,
    runOf,
    countsOf: async (runId: string) =>
      countsOf(await runOf(runId), await look((known) => known.submissions(runId))),
    profile: (settings: object) =>
      s3.put({ bucket: env.DROP_BUCKET, key: 'profiles/members.json' }, JSON.stringify(settings)),
    resultOf: async (runId: string) => {
      const { resultKey } = await runOf(runId);
      return resultKey === undefined ? undefined : s3.get(env.FILES_BUCKET, resultKey);
    },
    pass: stage.pass,
  };
}

export type World = ReturnType<typeof createWorld>;
