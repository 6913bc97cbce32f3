import { expect, it } from 'vitest';
import { mutated } from './change.ts';
import { noticed } from './noticed.ts';

it('a bug is made once in its file, and never where the text has changed', () => {
  const bug = { file: 'a.ts', from: 'if (isFine)', to: 'if (true)' };
  expect(mutated('if (isFine) go();', bug)).toBe('if (true) go();');
  expect(() => mutated('if (wasFine) go();', bug)).toThrow('a.ts has this 0 times');
  expect(() => mutated('if (isFine) if (isFine) go();', bug)).toThrow('a.ts has this 2 times');
});

it('a bug is noticed by what is found, not by the name of a test or a proof that breaks down', () => {
  const output = '   ✓ answers as expected by all\n FAIL  a.test.ts > answers as expected by all\n';
  const tests = { tests: ['a.test.ts'] };
  expect(noticed(`${output}SyntaxError: Unexpected token`, tests)).toBeUndefined();
  expect(noticed('SyntaxError: Unexpected token', { faults: [] })).toBeUndefined();
  for (const found of ['AssertionError: 2 is not 1', 'Error: invariant 12: it does not come to rest'])
    expect(noticed(`${output}${found}`, tests)).toBe(found);
  expect(noticed('    the run ends failed: expected succeeded', { faults: [] })).toContain('failed');
});
