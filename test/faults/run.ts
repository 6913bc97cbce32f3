import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Fault } from '../simulation/effects.ts';
import { effectsOf, inWords, play, singleFaults, tripleOf } from './play.ts';
import type { Scenario } from '../simulation/scenario.ts';
import { scenarios } from '../simulation/scenarios.ts';

const help = `npm run faults -- [options]

Plays every scenario of the flow once for every single fault of every effect, and then with three faults by seed.

  --scenario TEXT  only scenarios with this in their name
  --only TEXT      only faults with this in their name, as in "submitReal Http.import"
  --every N        every Nth single fault alone
  --from N         of these, the first one (0)
  --triples N      how many times three faults (500)
  --seed N         of the first three; the next ones have the next numbers (1)
  --bail           ends with the first breach
  --processes N    2 unless given

Exit code 1 when anything is breached. A breach prints what replays it.`;

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    triples: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    processes: { type: 'string', default: '2' },
    bail: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    part: { type: 'string' },
  },
});

interface Tally {
  readonly effects: number;
  readonly singles: number;
  readonly triples: number;
  readonly breached: number;
}

/** What one process runs: every `of`th fault from `from` on. */
async function runPart(from: number, of: number): Promise<Tally> {
  let [effects, singles, triples, breached] = [0, 0, 0, 0];
  const mayGoOn = () => !(values.bail && breached > 0);
  const chosen = scenarios.filter(({ name }) => name.includes(values.scenario));
  const known = new Map<Scenario, Awaited<ReturnType<typeof effectsOf>>>();
  const tryOne = async (scenario: Scenario, faults: Fault[], replay: string) => {
    const { breaches, world } = await play(scenario, faults);
    if (breaches.length === 0) return;
    breached += 1;
    const lines = [...breaches, ...world.failures].map((line) => `    ${line}`);
    console.log(
      `${scenario.name}\n  ${inWords(faults)}\n${lines.join('\n')}\n  again: npm run faults -- ${replay}`,
    );
  };
  const [every, first] = [Number(values.every), Number(values.from)];
  let turn = 0;
  for (const scenario of chosen) {
    const found = await effectsOf(scenario).catch((error: unknown) => {
      console.log(String(error));
      return undefined;
    });
    if (found === undefined) {
      breached += 1;
      continue;
    }
    known.set(scenario, found);
    effects += found.length;
    const wanted = singleFaults(scenario, found).filter((fault) => inWords([fault]).includes(values.only));
    for (const [index, fault] of wanted.entries()) {
      if (index % every !== first % every || (turn += 1) % of !== from || !mayGoOn()) continue;
      singles += 1;
      await tryOne(
        scenario,
        [fault],
        `--triples 0 --scenario '${scenario.name}' --only '${inWords([fault])}'`,
      );
    }
  }
  const firstSeed = Number(values.seed);
  for (let seed = firstSeed; seed < firstSeed + Number(values.triples); seed += 1) {
    const scenario = chosen[seed % chosen.length];
    if (scenario === undefined || seed % of !== from || !mayGoOn()) continue;
    triples += 1;
    const found = known.get(scenario);
    if (found === undefined) continue;
    const faults = tripleOf(scenario, found, seed);
    await tryOne(scenario, faults, `--only nothing --triples 1 --seed ${seed}`);
  }
  return { effects, singles, triples, breached };
}

/** The same command in as many processes, each with its part. */
async function runAll(processes: number): Promise<Tally> {
  const parts = await Promise.all(
    Array.from({ length: processes }, (_, from) => {
      const args = [...process.argv.slice(2), '--part', `${from}/${processes}`];
      const child = fork(fileURLToPath(import.meta.url), args, { stdio: 'inherit' });
      return new Promise<Tally>((resolve, reject) => {
        child.once('message', (tally: Tally) => resolve(tally));
        child.once('exit', (code) => reject(new Error(`A part ended with code ${code}.`)));
      });
    }),
  );
  const sum = (of: (tally: Tally) => number) => parts.reduce((total, part) => total + of(part), 0);
  return {
    effects: parts[0]?.effects ?? 0,
    singles: sum(({ singles }) => singles),
    triples: sum(({ triples }) => triples),
    breached: sum(({ breached }) => breached),
  };
}

if (values.help) {
  console.log(help);
} else if (values.part !== undefined) {
  const [from = 0, of = 1] = values.part.split('/').map(Number);
  process.send?.(await runPart(from, of));
  process.disconnect();
} else {
  const began = performance.now();
  const { effects, singles, triples, breached } = await runAll(Number(values.processes));
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${scenarios.length} scenarios, ${effects} effects: ${singles} single faults and ${triples} times three faults; ${breached} breached an invariant (${seconds} s)`,
  );
  process.exitCode = breached > 0 ? 1 : 0;
}
