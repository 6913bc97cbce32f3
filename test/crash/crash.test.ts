import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { planScenarios } from './plan.ts';

it('a wrong option starts no system', async () => {
  const command = fileURLToPath(new URL('run.ts', import.meta.url));
  const started = promisify(execFile)(process.execPath, [command, '--kills', 'many']);
  await expect(started).rejects.toMatchObject({ code: 2 });
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
