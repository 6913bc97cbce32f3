import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { flawsIn } from './audit.ts';
import { lockfileSchema, problemsOf } from './lockfile.ts';
import { secretsIn } from './secrets.ts';

const good = {
  version: '1.2.3',
  license: 'MIT',
  integrity: `sha512-${'A'.repeat(86)}==`,
};

/** What is found when one package of the lockfile is changed. */
function found(change: Readonly<Record<string, unknown>>, path = 'node_modules/left'): string[] {
  const packages = { [path]: { ...good, ...change } };
  return problemsOf(lockfileSchema.parse({ lockfileVersion: 3, packages }));
}

describe('the lockfile', () => {
  it('of this repository can be trusted', () => {
    const text = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
    expect(problemsOf(lockfileSchema.parse(JSON.parse(text)))).toEqual([]);
  });

  it('is refused when a package is from elsewhere, changed, deprecated or of another licence', () => {
    expect(found({})).toEqual([]);
    const bad: [Readonly<Record<string, unknown>>, string][] = [
      [{ resolved: 'git+ssh://git@github.example/left.git#1' }, 'It comes from git+ssh'],
      [{ resolved: 'http://registry.example/left.tgz' }, 'It comes from http'],
      [{ resolved: '../left', link: true }, 'It links to ../left'],
      [{ name: 'wrong' }, 'It is wrong under another name'],
      [{ integrity: undefined }, 'no SHA-512'],
      [{ integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'no SHA-512'],
      [{ hasInstallScript: true }, 'an install script'],
      [{ deprecated: 'Use right.' }, 'It is deprecated. Use right.'],
      [{ license: undefined }, 'no licence'],
      [{ license: 'GPL-3.0-only' }, 'GPL-3.0-only'],
      [{ license: '(MIT AND GPL-3.0-only)' }, 'GPL-3.0-only'],
      [{ license: 'MPL-2.0' }, 'MPL-2.0'],
    ];
    for (const [change, problem] of bad)
      expect(found(change), JSON.stringify(change)).toEqual([expect.stringContaining(problem)]);
  });

  it('knows the deprecated packages whose notice a registry may leave out', () => {
    expect(found({ version: '7.2.3' }, 'node_modules/a/node_modules/glob')).toHaveLength(1);
    expect(found({ version: '13.0.0' }, 'node_modules/glob')).toEqual([]);
  });

  it('takes a choice of licences, bundled packages and tools of developers', () => {
    const fine = [
      { license: '(GPL-3.0-only OR MIT)' },
      { inBundle: true, integrity: undefined },
      { license: 'MPL-2.0', dev: true },
    ];
    for (const change of fine) expect(found(change)).toEqual([]);
  });

  it.each(['^1.2.3', '*', 'latest', 'github:left/left', 'file:../left'])(
    'is refused when a package of ours asks for %s',
    (version) => {
      expect(found({ dependencies: { left: version } }, 'packages/ours')).toEqual([
        `packages/ours: left is ${version}; expected an exact version.`,
      ]);
    },
  );
});

describe('the search for secrets', () => {
  it.each([
    [
      'a private key',
      `-----BEGIN RSA PRIVATE ${'KEY'}-----\n${'MIIE'.repeat(40)}\n-----END RSA PRIVATE KEY-----`,
    ],
    ['a key of AWS', `AWS_SECRET_ACCESS_KEY="${'wJalrXUtnFEMI/K7MDENG/bPxRfiCY'}0123456789"`],
    ['a password in an address', `https://ann:${'dGhpcyBpcyBl'}@example.com/`],
  ])('finds %s, also behind a comment that forbids it', async (_, secret) => {
    const hidden = `// secretlint-disable\n${secret}\n`;
    expect(await secretsIn(hidden, 'src/a.ts')).toHaveLength(1);
  });
});

test.each([
  [
    JSON.stringify({ metadata: { vulnerabilities: { low: 2, high: 0, critical: 0, total: 2 } } }),
    '2, of',
    false,
  ],
  [
    JSON.stringify({ metadata: { vulnerabilities: { low: 0, high: 1, critical: 1, total: 2 } } }),
    '2 high',
    true,
  ],
  [JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 }), 'NOT CHECKED', false],
  ['', 'NOT CHECKED', false],
])('known flaws that npm reports as %s are %s', (stdout, state, isBad) => {
  expect(flawsIn(stdout)).toEqual({ state: expect.stringContaining(state), isBad });
});
