import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crash } from './crash.ts';
import { planStories } from './plan.ts';

describe('runs of real processes that are killed', () => {
  it('ends them as if nothing had been, whatever is killed when (invariants 1, 3, 8, 10, 11, 13)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-crash-test-'));
    try {
      const { stories, violations } = await crash({
        folder,
        kills: 2,
        database: 0,
        rows: 1200,
        systems: 1,
        seed: 1,
        say: () => undefined,
      });
      expect(violations).toEqual([]);
      expect(stories.flatMap(({ met }) => met)).toHaveLength(2);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 300_000);
});

describe('the plan of kills', () => {
  it('is the same for a seed, and gives each phase its part', () => {
    const plan = planStories({ kills: 50, database: 5, seed: 3 });
    expect(planStories({ kills: 50, database: 5, seed: 3 })).toEqual(plan);
    const kills = plan.flatMap((story) => story.kills);
    expect(kills).toHaveLength(55);
    const byPhase = Object.groupBy(kills, ({ phase }) => phase);
    for (const some of Object.values(byPhase)) expect(some.length).toBeGreaterThanOrEqual(13);
    expect(Object.keys(byPhase)).toHaveLength(4);
  });
});
