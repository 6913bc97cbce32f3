import { play } from './play.ts';
import { scenarios } from './scenarios.ts';

/** Prints from where in the source every effect of every story came, as JSON: a process of its own, since stacks under vitest are slow. */
const stacks = new Map<string, Set<string>>();
for (const scenario of scenarios) {
  const { world } = await play(scenario, [], { traces: true });
  for (const [what, all] of world.watch.stacks ?? [])
    stacks.set(what, new Set([...(stacks.get(what) ?? []), ...all]));
}
console.log(JSON.stringify([...stacks].map(([what, all]) => [what, [...all]])));
