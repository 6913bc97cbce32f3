import { breachesOf, isPrivate } from '../simulation/checks.ts';
import { decisionsOf } from '../simulation/decisions.ts';
import type { Effect, Fault } from '../simulation/effects.ts';
import { finish } from '../simulation/finish.ts';
import { captureLog, takeLog } from '../simulation/log-lines.ts';
import type { Scenario } from '../simulation/scenario.ts';
import { createWorld, type World, type WorldOptions } from '../simulation/world.ts';
import { kindsFor } from './outside.ts';
import { sdkBackend } from './sdk-backend.ts';

export interface Played {
  readonly world: World;
  readonly breaches: readonly string[];
}

/** Three spent hours of calls, and what else three faults may cost. */
const mostHours = 6;

/** Plays a scenario with these faults in it, over the real SDK unless in memory, lets it settle, and checks the invariants. */
export async function play(
  { options, play }: Scenario,
  faults: readonly Fault[],
  backend: NonNullable<WorldOptions['backend']> = sdkBackend,
): Promise<Played> {
  captureLog();
  const goOn = stopRealClock();
  takeLog();
  const planned = new Map(faults.map(({ effect, kind }) => [effect, kind]));
  const world = createWorld({ ...options, planned, backend });
  try {
    const expected = await play(world);
    const runIds = expected.map(({ runId }) => runId);
    await finish(world, runIds);
    const breaches = await breachesOf(world, runIds);
    for (const { runId, ends } of expected) {
      const { status, startedAt, finishedAt = startedAt } = await world.runOf(runId);
      // Without a key nothing is sent twice: a person says that an import whose answer was lost was not applied.
      const isDecided = options.isOurs === false && faults.length > 0 && status === 'partly_succeeded';
      if (!ends.includes(status) && !isDecided)
        breaches.push(`the run ends ${status}: expected ${ends.join(' or ')}`);
      const hours = (Date.parse(finishedAt) - Date.parse(startedAt)) / 3_600_000;
      if (hours > mostHours) breaches.push(`invariant 12: the run took ${Math.round(hours)} hours`);
    }
    const line = takeLog().find(isPrivate);
    if (line !== undefined) breaches.push(`invariant 15: the log has a cell in it: ${line}`);
    return { world, breaches };
  } catch (error) {
    const why = error instanceof Error ? error.stack : String(error);
    return { world, breaches: [`it cannot be played: ${why}`] };
  } finally {
    goOn();
  }
}

/** The effects of a scenario in which nothing fails. */
export async function effectsOf(scenario: Scenario): Promise<readonly Effect[]> {
  const { world, breaches } = await play(scenario, []);
  const found = [...breaches, ...world.failures.slice(0, 3)].join('; ');
  if (breaches.length > 0) throw new Error(`${scenario.name}, without a fault: ${found}`);
  return world.effects;
}

export function singleFaults(scenario: Scenario, effects: readonly Effect[]): Fault[] {
  return effects.flatMap((effect) => faultsOf(scenario, effect));
}

function faultsOf({ beyond = () => false }: Scenario, effect: Effect): Fault[] {
  return kindsFor(effect)
    .map((kind) => ({ effect: effect.name, kind }))
    .filter((fault) => !beyond(fault));
}

export const inWords = (faults: readonly Fault[]) =>
  faults.map(({ effect, kind }) => `${effect}: ${kind}`).join(' + ');

/** Three faults in one scenario, the same ones for the same seed. */
export function tripleOf(scenario: Scenario, effects: readonly Effect[], seed: number): Fault[] {
  const { pick } = decisionsOf(seed);
  return [1, 2, 3].flatMap((number) => {
    const possible = effects.slice(pick(`effect ${number}`, effects.length)).slice(0, 1);
    const faults = possible.flatMap((effect) => faultsOf(scenario, effect));
    return faults.slice(pick(`fault ${number}`, faults.length)).slice(0, 1);
  });
}

/** A timeout of the real clock would keep a whole world until it is over. Returns what starts the clock again. */
function stopRealClock(): () => void {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = () => new AbortController().signal;
  return () => (AbortSignal.timeout = timeout);
}
