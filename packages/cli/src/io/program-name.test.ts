import { expect, it } from 'vitest';
import { calledAs, programNameOf } from './program-name.ts';

it.each([
  ['/usr/local/bin/sluice', {}, 'sluice'],
  ['/usr/local/bin/sluice', { npm_command: 'run-script' }, 'sluice'],
  ['/usr/local/bin/sluice', { npm_command: 'exec' }, 'npx sluice'],
  ['/app/node_modules/.bin/sluice', {}, 'npx sluice'],
  ['/app/packages/cli/bin/sluice.js', {}, 'npx sluice'],
  [undefined, {}, 'npx sluice'],
])('names the program as it was called: %s %j', (called, env, name) => {
  expect(programNameOf(called, env)).toBe(name);
});

it('leaves other words alone', () => {
  const text = 'See `npx sluice runs`. The npx sluice-demo is another program of npx.';
  expect(calledAs('sluice', text)).toBe('See `sluice runs`. The npx sluice-demo is another program of npx.');
  expect(calledAs('npx sluice', text)).toBe(text);
});
