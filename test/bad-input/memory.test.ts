import { importableSchemas, operationNames } from '@sluice/contract';
import { startService } from '@sluice/data-access/testing/service';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { createCaller, type Caller } from '../conformance/caller.ts';
import { memoryPort } from '../conformance/memory-port.ts';
import { prepare } from '../conformance/prepare.ts';
import { allCases, type Generated } from './all-cases.ts';
import type { BadCase } from './bad-case.ts';
import { badCases, seedOf } from './chance.ts';
import { known } from './known.ts';
import { tryCase } from './try-case.ts';
import { watched, type Watched } from './watched-store.ts';

const setsSchema = z.object({
  recordSets: z.array(z.object({ schema: z.string(), records: z.array(z.record(z.string(), z.unknown())) })),
});

let site: Caller;
let watch: Watched;
let generated: Generated[];

beforeAll(async () => {
  const service = startService();
  watch = watched(service.services.store);
  Object.assign(service.services, { store: watch.store });
  const { port, control } = memoryPort(service);
  site = createCaller(port, await prepare(control));
  generated = allCases(await known(site));
});

async function problemsOf(cases: readonly BadCase[]): Promise<string[]> {
  const problems: string[] = [];
  for (const asked of cases) problems.push(...(await tryCase(asked, site, watch)));
  return problems;
}

test('every operation is tried', () => {
  expect(new Set(generated.map(({ base }) => base.operation))).toEqual(new Set(operationNames));
});

test('every field of a record is tried', () => {
  const sets = generated.flatMap(({ base }) => setsSchema.safeParse(base.body).data?.recordSets ?? []);
  for (const { name, fields } of importableSchemas) {
    const records = sets.filter(({ schema }) => schema === name).flatMap((set) => set.records);
    const tried = new Set(records.flatMap(Object.keys));
    const missing = Object.keys(fields).filter((field) => field !== 'id' && !tried.has(field));
    expect({ name, missing }).toEqual({ name, missing: [] });
  }
});

test('every wrong field, body, header and key is refused by its name, and nothing is written (invariant 16)', async () => {
  const problems: string[] = [];
  let tried = 0;
  for (const { cases } of generated) {
    const before = await watch.content();
    problems.push(...(await problemsOf(cases.filter(({ verdict }) => verdict === 'refused'))));
    expect(await watch.content()).toBe(before);
    problems.push(...(await problemsOf(cases.filter(({ verdict }) => verdict !== 'refused'))));
    await site.pass(1);
    tried += cases.length;
  }
  console.log(`${tried} requests, each wrong in one way`);
  expect(problems.slice(0, 20), `${problems.length} of ${tried}`).toEqual([]);
  expect(tried).toBeGreaterThanOrEqual(20_000);
}, 240_000);

test('random requests with several mistakes cause no fault of the service, and write nothing when refused', async () => {
  const seed = seedOf(process.env, Date.now());
  const numRuns = 1000;
  console.log(`${numRuns} requests at random: SLUICE_BAD_INPUT_SEED=${seed}`);
  await fc.assert(
    fc.asyncProperty(badCases(generated.map(({ base }) => base)), async (asked) => {
      expect(await tryCase(asked, site, watch)).toEqual([]);
    }),
    { seed, numRuns },
  );
  await site.pass(1);
}, 240_000);
