import { scenarios } from '../simulation/scenarios.ts';
import { traceInto } from './outside.ts';
import { play } from './play.ts';

/** Prints from where in the source every effect of every scenario came, as JSON: a process of its own, since stacks under vitest are slow. */
const stacks = new Map<string, Set<string>>();
traceInto(stacks);
for (const scenario of scenarios) await play(scenario, []);
console.log(JSON.stringify([...stacks].map(([what, all]) => [what, [...all]])));
