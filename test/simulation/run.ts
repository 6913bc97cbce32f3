import { parseArgs } from 'node:util';
import { simulateService } from './engine/simulate.ts';
import { faultKinds, type FaultKind } from './effects.ts';
import { shrink } from './shrink.ts';
import { simulate, type SimulateOptions, type Simulated } from './simulate.ts';

const help = `npm run simulate -- [options]

Lets seeds decide whole histories of the flow, or of the service, and checks the invariants in each.

  --seeds N          how many (1000)
  --seed S           the first; the next ones have the next numbers (1). Alone, with --seeds 1, it prints its history
  --service          the service alone: imports, undos, saveUsers, list items, erases and webhooks of several clients at once,
                     by workers that stall, die and come back, with clocks of their own
  --faults A,B       only these kinds of fault
  --ordered          every process goes on to its end before the next one
  --adapters         over the real adapters and the AWS SDK: thirty times slower, with turns inside of the ledger
  --bail             ends with the first breach
  --no-shrink        prints a breach as it was found

Kinds of fault: ${Object.keys(faultKinds).join(', ')}.
Exit code 1 when anything is breached. A breach prints the shortest history that has it.`;

const { values } = parseArgs({
  allowNegative: true,
  options: {
    seeds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    service: { type: 'boolean', default: false },
    faults: { type: 'string' },
    ordered: { type: 'boolean', default: false },
    adapters: { type: 'boolean', default: false },
    bail: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: true },
    help: { type: 'boolean', default: false },
  },
});

const isKind = (name: string): name is FaultKind => name in faultKinds;
const options: SimulateOptions = {
  ordered: values.ordered,
  kinds: values.faults?.split(',').filter(isKind),
  backend: values.adapters ? (await import('../faults/sdk-backend.ts')).sdkBackend : undefined,
};
const tally = { faults: new Map(), acts: new Map(), statuses: new Map() } satisfies Record<
  string,
  Map<string, number>
>;

function count(counts: Map<string, number>, names: readonly string[]): void {
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
}

const listed = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, number]) => `${name} ${number}`)
    .join(', ') || 'none';

const play = values.service ? simulateService : simulate;

/** No history needs to know where its errors come from, before one breaches anything. */
const stackTraceLimit = Error.stackTraceLimit;
Error.stackTraceLimit = 0;

async function print(found: Simulated): Promise<void> {
  Error.stackTraceLimit = stackTraceLimit;
  const short = values.shrink ? await shrink(found, (kept) => play(found.seed, { ...options, kept })) : found;
  const lines: string[] = [];
  const { breaches } = await play(found.seed, {
    ...options,
    ...(values.shrink && { kept: short.decisions }),
    onStep: (line) => lines.push(line),
  });
  console.log(`seed ${found.seed}:`);
  for (const breach of breaches) console.log(`  ${breach}`);
  console.log(`  decided: ${[...short.decisions].join(', ') || 'nothing'}`);
  console.log(lines.map((line) => `    ${line}`).join('\n'));
  Error.stackTraceLimit = 0;
}

if (values.help) {
  console.log(help);
  process.exit(0);
}
const [seeds, first] = [Number(values.seeds), Number(values.seed)];
const began = performance.now();
const loaded = process.cpuUsage().user;
let [done, effects, breached] = [0, 0, 0];
for (let seed = first; seed < first + seeds && !(values.bail && breached > 0); seed += 1) {
  const found = await play(seed, options);
  done += 1;
  effects += found.effects;
  count(
    tally.faults,
    found.fired.map(({ kind }) => kind),
  );
  count(tally.acts, found.acts);
  count(tally.statuses, found.statuses);
  if (found.breaches.length === 0 && seeds > 1) continue;
  if (found.breaches.length > 0) breached += 1;
  if (breached <= 5) await print(found);
}
const seconds = (performance.now() - began) / 1000;
const runs = [...tally.statuses.values()].reduce((sum, number) => sum + number, 0);
const perSecond = [seconds, (process.cpuUsage().user - loaded) / 1e6].map((time) => Math.round(done / time));
const what = values.service ? 'imports' : 'runs';
console.log(
  `${done} seeds, ${runs} ${what}, ${effects} effects in ${seconds.toFixed(1)} s: ${perSecond[0]} seeds a second, ${perSecond[1]} in a second of processor time`,
);
console.log(`faults: ${listed(tally.faults)}`);
console.log(`acts:   ${listed(tally.acts)}`);
console.log(`ends:   ${listed(tally.statuses)}`);
console.log(`${breached} of ${done} seeds breach an invariant.`);
process.exitCode = breached > 0 ? 1 : 0;
