import { expect, it } from 'vitest';
import { mutated } from './change.ts';

it('a bug is made once in its file, and never where the text has changed', () => {
  const bug = { file: 'a.ts', from: 'if (isFine)', to: 'if (true)' };
  expect(mutated('if (isFine) go();', bug)).toBe('if (true) go();');
  expect(() => mutated('if (wasFine) go();', bug)).toThrow('a.ts has this 0 times');
  expect(() => mutated('if (isFine) if (isFine) go();', bug)).toThrow('a.ts has this 2 times');
});
