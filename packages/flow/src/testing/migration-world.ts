import { createMemoryMigrations, migrationIdOf } from '@sluice/ledger';
import { isMigrationOpen, type MigrationRun } from '@sluice/migrations';
import { migrationInputSchema, runMigration, type MigrationOutput } from '../migrate/run-migration.ts';
import { SourceRefused, type RunMigrationServices, type SourceVersion } from '../migrate/services.ts';
import { meteredMailer, meteredMigrations } from '../measure/metered-ports.ts';
import { emailNotifier } from '../notify/notifier.ts';
import { Crash, createCrashes } from './crashes.ts';
import { sweep } from '../sweep/sweep.ts';
import { createWorld, type WorldOptions } from './world.ts';

export const dropBucket = 'drops';

/** The flow, and migrations over it, in one process over memory and a virtual clock. */
export function createMigrationWorld(options: WorldOptions = {}) {
  const world = createWorld(options);
  const migrations = createMemoryMigrations({ now: world.now });
  const crashes = createCrashes();
  const current = new Map<string, SourceVersion>();
  const executions = new Map<
    string,
    MigrationOutput | { readonly name: string; readonly scheduledAt: string }
  >();
  let crashAfter: number | undefined;
  let [versions, deaths, quiet, ids] = [0, 0, 0, 0];

  const sources: RunMigrationServices['sources'] = {
    find: async (bucket, key) => {
      if (bucket !== dropBucket) throw new SourceRefused('not here');
      return current.get(key);
    },
    list: async ({ prefix, atMost }) =>
      [...current.values()].filter(({ key }) => key.startsWith(prefix)).slice(0, atMost),
  };
  const services: RunMigrationServices = {
    drops: crashes.watch(world.drops),
    dropBucket,
    sources: crashes.watch(sources),
    files: crashes.watch(world.files),
    filesBucket: 'files',
    migrations: crashes.watch(meteredMigrations(migrations)),
    ledger: crashes.watch(world.ledger),
    arrivals: crashes.watch(world.arrivals),
    machine: crashes.watch(world.machine),
    notifier: emailNotifier(crashes.watch(meteredMailer(world.mailer))),
    defaultEmails: ['ops@example.com'],
    canRevert: options.reverts !== undefined,
    now: world.now,
    newId: () => `execution-${(ids += 1)}`,
  };

  /** Puts a file where migrations read, without any event. */
  function put(key: string, text: string): void {
    const bytes = Buffer.from(text);
    const versionId = `s${(versions += 1)}`;
    world.drops.putVersion({ key, versionId }, bytes);
    current.set(key, { key, versionId, bytes: bytes.length });
  }

  const define = (name: string, definition: object): Promise<void> =>
    world.drops.put(`migrations/${name}.json`, JSON.stringify(definition));

  /** The schedule fires, perhaps late or twice: each time a new execution. */
  function fire(name: string, scheduledAt: string = world.now().toISOString()): string {
    executions.set(`e${executions.size + 1}`, { name, scheduledAt });
    return migrationIdOf(name, scheduledAt);
  }

  async function look(execution: string): Promise<boolean> {
    const state = executions.get(execution);
    if (state === undefined || ('next' in state && state.next === 'done')) return false;
    crashes.begin(crashAfter);
    try {
      executions.set(
        execution,
        await runMigration(migrationInputSchema.parse({ ...state, execution }), services),
      );
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      deaths += 1;
      crashAfter = undefined;
      return true;
    }
    if (crashAfter !== undefined) crashAfter -= crashes.effects();
    return true;
  }

  async function round(): Promise<boolean> {
    let isBusy = false;
    for (const execution of [...executions.keys()]) isBusy = (await look(execution)) || isBusy;
    const moved = await world.round();
    if (!moved) world.pass(60_000);
    quiet = moved ? 0 : quiet + 1;
    if (quiet % 15 === 14) await sweep({ ...world, inbox: { versionsSince: async function* () {} } });
    return isBusy || moved;
  }

  /** Lets everything happen until every execution is done. */
  async function settle(rounds = 400): Promise<void> {
    for (let at = 0; at < rounds; at += 1) if (!(await round())) return;
    throw new Error('The migrations do not come to rest');
  }

  /** Lets everything happen for so long. */
  async function pass(ms: number): Promise<void> {
    const until = world.now().getTime() + ms;
    while (world.now().getTime() < until) await round();
  }

  async function migrationOf(migrationId: string): Promise<MigrationRun> {
    const found = await migrations.migration(migrationId);
    if (found === undefined) throw new Error('no such migration');
    return found;
  }

  return {
    world,
    migrations,
    services,
    put,
    define,
    fire,
    look: () => Promise.all([...executions.keys()].map(look)),
    settle,
    pass,
    /** Every execution dies. */
    kill: () => executions.clear(),
    migrationOf,
    /** The invocation dies after so many effects, counted over all of them. */
    crash: (after: number) => {
      crashAfter = after;
    },
    deaths: () => deaths,
    /** A machine begins another execution for a start that is in the ledger, as the sweep does. */
    takeUp: async (migrationId: string) => {
      const { name, scheduledAt, executions: count } = await migrationOf(migrationId);
      const execution = `${migrationId}-${count + 1}`;
      const at = world.now().toISOString();
      await migrations.move(migrationId, { type: 'executionStarted', at, execution, executions: count + 1 });
      executions.set(execution, { name, scheduledAt });
    },
    isOpen: async (migrationId: string) => isMigrationOpen(await migrationOf(migrationId)),
  };
}

export type MigrationWorld = ReturnType<typeof createMigrationWorld>;
