import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { holes, mutants } from './mutants.ts';
import { mutated } from './scratch.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the deliberate bugs', () => {
  it('are at least sixty, each with a name of its own, ten of them races, and fifty holes in the security', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(60);
    expect(holes.length).toBeGreaterThanOrEqual(50);
    const races = mutants.filter(({ proof }) => 'seeds' in proof && proof.onlyInterleaved);
    expect(races.length).toBeGreaterThanOrEqual(10);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  it.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
    'can still be made: %s',
    (_name, mutant) => {
      const text = readFileSync(`${root}/${mutant.file}`, 'utf8');
      expect(mutated(text, mutant)).not.toBe(text);
    },
  );
});
