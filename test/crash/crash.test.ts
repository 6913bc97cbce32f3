import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { planScenarios } from './plan.ts';

const command = (...argv: string[]) =>
  promisify(execFile)(process.execPath, [fileURLToPath(new URL('run.ts', import.meta.url)), ...argv]);

describe('runs of real processes that are killed', () => {
  // With this seed one kill comes while the sheet is read, one while the run is reported, and that of the database while it is
  // imported. The rows make three batches.
  it('end as if nothing had happened, wherever they are killed (invariants 1, 3, 4, 6, 8, 10, 11, 13, 15)', async () => {
    const { stdout } = await command('--kills', '2', '--database', '1', '--rows', '1100', '--seed', '32');
    expect(stdout).toContain('2 runs of 1100 rows, 3 kills');
    expect(stdout).toMatch(/^0 violations/mu);
  }, 600_000);

  it('do not start with a wrong option', async () => {
    await expect(command('--kills', 'many')).rejects.toMatchObject({ code: 2 });
  }, 60_000);
});

describe('the plan of kills', () => {
  it('is the same for the same seed, and has kills in every phase', () => {
    const plan = planScenarios({ kills: 50, database: 5, seed: 3 });
    expect(planScenarios({ kills: 50, database: 5, seed: 3 })).toEqual(plan);
    const kills = plan.flatMap((scenario) => scenario.kills);
    expect(kills).toHaveLength(55);
    const byPhase = Object.groupBy(kills, ({ phase }) => phase);
    for (const some of Object.values(byPhase)) expect(some.length).toBeGreaterThanOrEqual(13);
    expect(Object.keys(byPhase)).toHaveLength(4);
  });
});
