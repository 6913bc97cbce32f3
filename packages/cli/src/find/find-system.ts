import type { Services } from '../io/services.ts';
import { localSystem } from './local-system.ts';
import type { System } from './system.ts';

/** What finding and asking a system needs. */
export type Surroundings = Pick<Services, 'cwd' | 'env' | 'now' | 'signal'>;

/** A stack does not change while a command runs, so it is looked up once. */
const stacks = new WeakMap<Services['env'], Promise<System>>();

/**
 * The system that a command works on: the stack that `--stack` or SLUICE_STACK names, else the one that runs on this machine.
 * The latter may have been restarted on other ports, so it is looked up each time.
 * @throws CliError `nothingRuns`, `refused` or `usage`
 */
export async function findSystem(services: Surroundings): Promise<System> {
  const { env } = services;
  const stack = env['SLUICE_STACK'];
  if (!stack) return localSystem(services);
  const known = stacks.get(env);
  if (known !== undefined) return known;
  const found = import('./stack-system.ts').then(({ stackSystem }) => stackSystem(stack, services));
  stacks.set(env, found);
  return found;
}
