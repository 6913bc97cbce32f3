import { glob, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accessesIn } from '../local-run/accesses.ts';
import { dropClients } from '../local-run/drop-clients.ts';
import { peopleByDomain } from '../local-run/look.ts';
import { domainOf } from '../local-run/clients-sheet.ts';
import { phases, planScenarios, type Phase, type Scenario } from './plan.ts';
import { startSystem, type KilledSystem } from './system.ts';
import { phaseOf, playScenario, type Durations, type Played } from './play-scenario.ts';

export interface CrashOptions {
  /** How often the whole system is killed. */
  readonly kills: number;
  /** How often only its database is killed. */
  readonly database: number;
  readonly rows: number;
  readonly seed: number;
  /** How many systems share the runs. Most of the time is waiting, for a start or for the lease of a dead worker. */
  readonly systems: number;
  /** An empty folder, which the caller removes. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

export interface Crashed {
  readonly scenarios: readonly Played[];
  readonly violations: readonly string[];
}

/** Kills real processes at chosen moments of real runs, starts them again, and checks the outcome. */
export async function crash(options: CrashOptions): Promise<Crashed> {
  const waiting = planScenarios(options);
  const all = await Promise.all(
    Array.from({ length: options.systems }, (_, at) => oneSystem(at + 1, waiting, options)),
  );
  return {
    scenarios: all.flatMap(({ scenarios }) => scenarios),
    violations: all.flatMap(({ violations }) => violations),
  };
}

/** Plays one waiting scenario after the other. */
async function oneSystem(
  number: number,
  waiting: Scenario[],
  { folder, rows, say }: CrashOptions,
): Promise<Crashed> {
  const home = join(folder, `system-${number}`);
  await mkdir(home);
  const system = await startSystem(home);
  try {
    const durations = await usualDurations(system, rows);
    say(`Undisturbed: ${phases.map((phase) => `${phase} ${durations[phase]} ms`).join(', ')}.`);
    const scenarios: Played[] = [];
    for (let scenario = waiting.shift(); scenario !== undefined; scenario = waiting.shift()) {
      const played = await playScenario(scenario, rows, { system, durations });
      say(lineOf(played));
      scenarios.push(played);
    }
    const violations = [
      ...scenarios.flatMap(({ scenario, violations: some }) => some.map((one) => `${scenario.mark}: ${one}`)),
      ...(await afterAll(scenarios, rows, system)),
      ...(await leaksIn(home, system)),
      ...(await accessesIn(home)).denied.map((denied) => `Denied: ${denied}`),
    ];
    return { scenarios, violations };
  } finally {
    await system.end();
  }
}

function lineOf({ scenario, met, mails, ms, violations }: Played): string {
  const end = violations.length === 0 ? 'ends well' : `VIOLATES: ${violations.join('; ')}`;
  return `${scenario.mark}: killed in ${met.join(', ')}; ${mails} mails; ${(ms / 1000).toFixed(1)} s; ${end}`;
}

/** Measured on the second run, since the first one starts the threads. */
async function usualDurations(system: KilledSystem, rows: number): Promise<Durations> {
  await phaseTimes(system, { mark: 'warm', rows: Math.min(rows, 600) });
  return phaseTimes(system, { mark: 'undisturbed', rows });
}

async function phaseTimes(
  { local, inside }: KilledSystem,
  { mark, rows }: { readonly mark: string; readonly rows: number },
): Promise<Durations> {
  const times: Record<Phase, number> = { reading: 0, checking: 0, importing: 0, reporting: 0 };
  const { runId } = await dropClients(local.addresses, mark, rows);
  for (let at = Date.now(); ;) {
    const run = await inside.ledger.run(runId);
    if (run?.notice?.state === 'sent') return times;
    await pause(20);
    const now = Date.now();
    times[phaseOf(run)] += now - at;
    at = now;
  }
}

/** Checked at the end: every person is there once, and every queue is empty. */
async function afterAll(
  scenarios: readonly Played[],
  rows: number,
  { local, inside }: KilledSystem,
): Promise<string[]> {
  const people = await peopleByDomain(local.addresses);
  const ofPeople = scenarios.flatMap(({ scenario: { mark } }) => {
    const { found = 0, doubled = 0 } = people.get(domainOf(mark)) ?? {};
    return found === rows && doubled === 0 ? [] : [`${mark}: ${found} people found, ${doubled} doubled`];
  });
  const messages = await untilQuiet(inside);
  return [...ofPeople, ...Object.entries(messages).map(([queue, count]) => `${queue} has ${count} messages`)];
}

/** Cell values and secrets in the logs (invariant 15). */
async function leaksIn(home: string, { local: { addresses } }: KilledSystem): Promise<string[]> {
  const leaks: string[] = [];
  for await (const file of glob(join(home, '.sluice', 'logs', '*'))) {
    const text = await readFile(file, 'utf8');
    for (const value of ['Müller', 'person-', addresses.dataAccess.apiSecret])
      if (text.includes(value)) leaks.push(`${file} contains a cell value or a secret`);
  }
  return leaks;
}

/** A message that a dead process had received is delivered again, and has no effect. */
async function untilQuiet({ messages }: KilledSystem['inside']): Promise<Record<string, number>> {
  for (let tries = 0; tries < 60; tries += 1) {
    if (Object.keys(await messages()).length === 0) return {};
    await pause(1000);
  }
  return messages();
}
