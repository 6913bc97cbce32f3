import { beforeAll, describe, expect, it } from 'vitest';
import { createCaller, type Caller } from './caller.ts';
import { holds } from './case.ts';
import { given } from './given.ts';
import { memoryPort } from './memory-port.ts';
import { prepare } from './prepare.ts';
import type { Given } from './port.ts';
import { chosen, resultLines, sumLines, tryCase, trySuite } from './report.ts';
import { givenBy, readArgv, SettingsError, targetOf } from './settings.ts';

const token = { SLUICE_CONFORMANCE_KEY: 'key', SLUICE_CONFORMANCE_SECRET: 'secret' };

describe('what is reported', () => {
  let site: Caller;
  let all: Given;
  beforeAll(async () => {
    const { port, control } = memoryPort();
    all = await prepare(control);
    site = createCaller(port, { token: all.token });
  });

  it('a case that is not true fails, with the reason', async () => {
    const result = await tryCase(
      holds('§4', 'an unknown user exists', async (one) => void (await one.ok('getUser', { id: 'unknown' }))),
      site,
    );
    expect(result.end).toBe('fails');
    expect(resultLines(result)).toMatch(
      /FAIL {2}§4 +an unknown user exists\n +getUser was refused: .*not_found/,
    );
  });

  it('a case that lacks something is skipped, and names it', async () => {
    const result = await tryCase(
      holds('§4', 'x', async (one) => void given(one.given.readOnly, 'a read-only token')),
      site,
    );
    expect(result).toMatchObject({ end: 'skipped', reason: 'was not given a read-only token' });
    expect(sumLines([result])).toBe(
      'demanded by the interface: 1 cases: 0 hold, 0 fail, 1 could not be tried.',
    );
  });

  it('with one token alone most cases can be tried, and none fails for what is missing', async () => {
    const results = [];
    for (const suite of chosen('')) results.push(...(await trySuite(suite, site)));
    expect(results.filter(({ end }) => end === 'fails')).toEqual([]);
    const skipped = results.filter(({ end }) => end === 'skipped').length;
    expect(skipped).toBeGreaterThan(10);
    expect(skipped).toBeLessThan(results.length / 5);
  });

  it('a few words choose the cases of a rule', () => {
    const cases = chosen('§4.1.5').flatMap((suite) => suite.cases);
    expect(cases.length).toBeGreaterThan(3);
    for (const { rule } of cases) expect(rule).toContain('§4.1.5');
  });
});

describe('the settings of a person', () => {
  it('a token of each kind comes from the environment', () => {
    const env = {
      ...token,
      SLUICE_CONFORMANCE_LIMITED_KEY: 'few',
      SLUICE_CONFORMANCE_LIMITED_SECRET: 's',
      SLUICE_CONFORMANCE_LIMITED_REQUESTS: '4',
      SLUICE_CONFORMANCE_TEMPLATE_ID: 'form',
    };
    expect(givenBy(env)).toMatchObject({
      token: { apiKey: 'key', apiSecret: 'secret' },
      readOnly: undefined,
      limited: { apiKey: 'few', requests: 4 },
      templateId: 'form',
    });
  });

  it.each([
    ['no token', {}, /SLUICE_CONFORMANCE_KEY and SLUICE_CONFORMANCE_SECRET/],
    ['half a token', { ...token, SLUICE_CONFORMANCE_READ_ONLY_KEY: 'k' }, /READ_ONLY_SECRET/],
    [
      'a missing limit',
      { ...token, SLUICE_CONFORMANCE_LIMITED_KEY: 'k', SLUICE_CONFORMANCE_LIMITED_SECRET: 's' },
      /LIMITED_REQUESTS/,
    ],
  ])('%s is refused with what was expected', (_, env, expected) => {
    expect(() => givenBy(env)).toThrow(SettingsError);
    expect(() => givenBy(env)).toThrow(expected);
  });

  it('an unknown option and an address that is none are refused', async () => {
    expect(() => readArgv(['--fast'])).toThrow(/--url URL/);
    await expect(targetOf(readArgv(['--url', 'example.com']), token, '/')).rejects.toThrow(/base URL/);
    await expect(targetOf(readArgv([]), {}, '/nowhere')).rejects.toThrow(/npm start/);
  });
});
