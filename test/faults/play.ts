import { breachesOf, decideTruthfully } from './breaches.ts';
import { kindsFor, type Effect, type Fault } from './effects.ts';
import { captureLog, takeLog } from '../simulation/log-lines.ts';
import { createRandom, pick } from './random.ts';
import type { Scenario } from './scenario.ts';
import { createWorld, type World } from './world.ts';

export interface Played {
  readonly world: World;
  readonly breaches: readonly string[];
}

/** Tells a story with these faults in it, lets it settle, and looks for what must not be. */
export async function play(
  { options, play: tell }: Scenario,
  faults: readonly Fault[],
  { traces = false } = {},
): Promise<Played> {
  captureLog();
  stopRealClock();
  takeLog();
  const world = createWorld({ ...options, faults, traces });
  try {
    const stories = await tell(world);
    await decideTruthfully(
      world,
      stories.map(({ runId }) => runId),
    );
    return { world, breaches: await breachesOf(world, stories) };
  } catch (error) {
    return {
      world,
      breaches: [`it cannot be told: ${error instanceof Error ? error.stack : String(error)}`],
    };
  }
}

/** The effects of a story in which nothing fails. */
export async function effectsOf(scenario: Scenario): Promise<readonly Effect[]> {
  const { world, breaches } = await play(scenario, []);
  const told = [...breaches, ...world.failures.slice(0, 3)].join('; ');
  if (breaches.length > 0) throw new Error(`${scenario.name}, without a fault: ${told}`);
  return world.watch.effects;
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

/** Three faults in one story, the same ones for the same seed. */
export function tripleOf(scenario: Scenario, effects: readonly Effect[], seed: number): Fault[] {
  const random = createRandom(seed);
  return Array.from({ length: 3 }, () => pick(faultsOf(scenario, pick(effects, random)), random));
}

/** A timeout of the real clock would keep a whole world until it is over. */
function stopRealClock(): void {
  AbortSignal.timeout = () => new AbortController().signal;
}
