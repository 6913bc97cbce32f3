import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { blocksOf, withExamples } from './blocks.ts';
import { isShown, shownLines } from './compare.ts';
import { Ids, strangeIds } from './ids.ts';

const one = '3stcl6nw3fze6mumfwijlue4xf';
const other = 'kxfm2dk5jymd4z5wyq3akzm6vl';

describe('the examples of a page', () => {
  const page = [
    'A page.',
    '```console',
    '$ a \\',
    '  b',
    'one',
    '$ c',
    '```',
    '',
    '```sh',
    '$ d',
    '```',
  ].join('\n');

  it('are the commands of its console blocks, with what they print', () => {
    const [block, ...others] = blocksOf(page);
    expect(others).toEqual([]);
    expect(block?.examples).toEqual([
      { command: 'a \\\n  b', output: ['one'] },
      { command: 'c', output: [] },
    ]);
  });

  it('can be replaced, and nothing else changes', () => {
    const examples = blocksOf(page).map((block) => block.examples);
    expect(withExamples(page, examples)).toBe(page);
    expect(withExamples(page, [[{ command: 'e', output: ['two'] }]])).toBe(
      page.replace(/\$ a[^`]*/, '$ e\ntwo\n'),
    );
  });

  it.each([
    ['```console\n$ a', 'line 1 has no end'],
    ['```console\nb\n```', 'begins with "b"'],
  ])('are refused in %j', (text, why) => {
    expect(() => blocksOf(text)).toThrow(why);
  });
});

describe('what a command prints', () => {
  it.each([
    [['Ended 2026-11-23 02:34:08 UTC after 4 s.'], ['Ended 2027-01-01 12:00:00 UTC after 12 s.']],
    [
      ['a', '…', 'c'],
      ['a', 'b', 'b', 'c'],
    ],
    [
      ['a', '…'],
      ['a', 'b'],
    ],
    [['read     1,200'], ['read  1,200']],
    [
      ['Nothing was altered: 2 runs, 62 events, 1 seal; everything up to 2026-11-22 is sealed.'],
      [
        'Nothing was altered: 2 runs, 62 events, 1 seal, 1 hourly list; everything up to 2026-11-25 is sealed.',
      ],
    ],
  ])('is shown by %j as %j', (shown, printed) => {
    expect(isShown(shown, printed)).toBe(true);
  });

  it.each([
    [['5 rows are wrong'], ['6 rows are wrong']],
    [['a'], ['a', 'b']],
    [['a', 'b'], ['a']],
    [
      ['a', '…', 'c'],
      ['a', 'b'],
    ],
    [[], ['a']],
  ])('is not shown by %j as %j', (shown, printed) => {
    expect(isShown(shown, printed)).toBe(false);
  });

  it('is shown without the progress that a terminal overwrites', () => {
    expect(shownLines('')).toEqual([]);
    expect(shownLines(' 50% importing\n100% succeeded\nDone.\n\n')).toEqual(['Done.']);
  });
});

describe('the ids of a page', () => {
  const ids = new Ids();
  ids.addPage(`run ${one}`);
  ids.addSystem(`run ${other}`);

  it('stand for those of the system, whole and shortened', () => {
    expect(ids.toSystem(`npx sluice run ${one} && npx sluice undo 3stcl6nw`)).toBe(
      `npx sluice run ${other} && npx sluice undo kxfm2dk5`,
    );
    expect(ids.toSystem('npx sluice run {1} {2}')).toBe(`npx sluice run ${other} {2}`);
  });

  it('are the same as those of the system, if they come in the same order', () => {
    expect(ids.numberedPage(`(run 3stcl6nw) ${one} ${other}`)).toBe(`(run <id 1>) <id 1> ${other}`);
    expect(ids.numberedSystem('(run kxfm2dk5)')).toBe('(run <id 1>)');
  });

  it.each(globSync('docs/**/*.md'))('in commands of %s were printed above', (page) => {
    const examples = blocksOf(readFileSync(page, 'utf8')).flatMap((block) => block.examples);
    expect(strangeIds(examples)).toEqual([]);
  });

  it('are strange before they are printed', () => {
    const shows = { command: `run ${one}`, output: [other] };
    expect(strangeIds([shows, { command: `run ${other}`, output: [] }])).toEqual([one]);
  });
});
