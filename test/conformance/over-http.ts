import { beforeAll, describe, expect, test } from 'vitest';
import { allCases } from '../bad-input/all-cases.ts';
import { seedOf } from '../bad-input/chance.ts';
import { known } from '../bad-input/known.ts';
import { sampleOf } from '../bad-input/sample.ts';
import { tryCase } from '../bad-input/try-case.ts';
import type { RunningSystem } from '../running-system.ts';
import { given } from './given.ts';
import { createCaller, type Caller } from './caller.ts';
import { describeCases } from './describe-cases.ts';
import { httpControl } from './http-control.ts';
import { httpPort } from './http-port.ts';
import { prepare } from './prepare.ts';

/** The smoke in CI takes all cases over HTTP. These are enough to use every permission of the functions. */
const oneIn = 6;

export const conformanceOverHttp = (system: RunningSystem) =>
  describe('cases of the conformance suite over HTTP', () => {
    let site: Caller;

    beforeAll(async () => {
      const addresses = await system.addresses();
      const made = await prepare(httpControl(given(addresses.control, 'a control panel')));
      site = createCaller(httpPort(addresses.dataAccess.baseUrl), made);
    }, 120_000);

    describeCases(() => site, oneIn);

    test('bad input over HTTP causes no fault of the service', async () => {
      const seed = seedOf(process.env, Date.now());
      const sample = sampleOf(allCases(await known(site)), seed, 20);
      console.log(`${sample.length} requests over HTTP: SLUICE_BAD_INPUT_SEED=${seed}`);
      const problems: string[] = [];
      const queue = sample.values();
      const worker = async (): Promise<void> => {
        for (const asked of queue) problems.push(...(await tryCase(asked, site)));
      };
      await Promise.all([worker(), worker(), worker(), worker()]);
      expect(problems.slice(0, 20), `${problems.length} of ${sample.length}`).toEqual([]);
      expect(sample.length).toBeGreaterThan(100);
    }, 120_000);
  });
