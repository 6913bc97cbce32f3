import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { permissionsOnLedger } from '../security/ledger-permissions.ts';
import { inWords, play, singleFaults, tripleOf } from './play.ts';
import { playAll, type Played } from './played.ts';
import { memoryBackend } from '../simulation/functions.ts';
import { scenarios } from '../simulation/scenarios.ts';
import {
  consoleFunctions,
  flowFunctions,
  flowSources,
  sitesIn,
  unhookedIn,
  untold,
  type Source,
} from './sites.ts';

let played: Played;
beforeAll(async () => {
  played = await playAll();
}, 240_000);

/** `npm run faults` takes every one, CI one in 24. */
const oneIn = 1200;
/** A scenario that has none of them gets three faults by seed. */
const triplesEach = (singles: readonly unknown[]): number => (singles.length === 0 ? 1 : 0);

describe('the flow with a fault in it (invariants 1 to 7, 10 to 13, 15)', () => {
  it.each(scenarios.map((scenario, index) => [scenario.name, scenario, index] as const))(
    'keeps what it promises: %s',
    async (_name, scenario, index) => {
      const effects = played.effects[index] ?? [];
      const singles = singleFaults(scenario, effects).filter((_, at) => at % oneIn === (index * 7) % oneIn);
      const seeds = Array.from({ length: triplesEach(singles) }, (_, at) => 1000 * (index + 1) + at);
      const tried = [
        ...singles.map((fault) => [fault]),
        ...seeds.map((seed) => tripleOf(scenario, effects, seed)),
      ];
      expect(tried.length).toBeGreaterThan(0);
      for (const faults of tried)
        expect((await play(scenario, faults)).breaches, inWords(faults)).toEqual([]);
    },
    60_000,
  );
});

/** In memory a play takes a thirtieth of the time, so a process dies after one effect in so many. */
const oneDeathIn = 9;

describe('a process of the flow that dies (invariants 1 to 7, 10 to 13, 15)', () => {
  it.each(scenarios.map((scenario, index) => [scenario.name, scenario, index] as const))(
    'breaks no promise, whatever it did last: %s',
    async (_name, scenario, index) => {
      const { world, breaches } = await play(scenario, [], memoryBackend);
      expect(breaches).toEqual([]);
      for (const { name } of world.effects.filter((_, at) => at % oneDeathIn === index % oneDeathIn)) {
        const died = await play(scenario, [{ effect: name, kind: 'diesAfter' }], memoryBackend);
        // Without a key a person decides what was sent last.
        const isOfPerson = (breach: string) => !died.world.isOurs && breach.startsWith('the run ends');
        expect(
          died.breaches.filter((breach) => !isOfPerson(breach)),
          name,
        ).toEqual([]);
      }
    },
  );
});

describe('every effect of the flow', () => {
  const sources = flowSources();

  it('is met by a scenario, from each place in the source that has one', () => {
    const stacks = new Map(played.stacks);
    const sites = sitesIn(sources);
    expect(sites.length).toBeGreaterThan(20);
    expect(untold(sites, stacks)).toEqual([]);
    const added = {
      file: 'functions/sweep/new.ts',
      text: "await client.send(new PurgeQueueCommand({}));\nask('getRevert', {});",
    };
    expect(untold([...sites, ...sitesIn([added])], stacks)).toEqual([
      { file: added.file, line: 1, command: 'PurgeQueue' },
      { file: added.file, line: 2, command: 'getRevert' },
    ]);
  });

  it('leaves by the hooked clients alone', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(unhookedIn(sources)).toEqual([]);
    const added: Source = {
      file: 'functions/sweep/new.ts',
      text: "import { request } from 'node:https';\nconst client = new SNSClient({});\nawait fetch(url);\nawait options.fetch(url);",
    };
    expect(unhookedIn([added])).toEqual([
      "functions/sweep/new.ts: from 'node:https'",
      'functions/sweep/new.ts: new SNSClient(',
      'functions/sweep/new.ts: fetch(',
    ]);
  });

  it('belongs to a function that the scenarios run, and none of those is taken for the console', () => {
    const world = readFileSync(new URL('sdk-backend.ts', import.meta.url), 'utf8');
    const isRun = (name: string) => world.includes(`functions/${name}/handler.ts`);
    expect(flowFunctions().filter((name) => !isRun(name))).toEqual([]);
    expect(consoleFunctions().filter(isRun)).toEqual([]);
    expect(sources.filter(({ file }) => file.startsWith('packages/console/'))).toEqual([]);
  });
});

permissionsOnLedger(() => played);
