import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eraseBelow, type Erased, type Judged, type VersionedObjects } from './erase-below.ts';
import { recordNamed } from './record.ts';
import { createMemoryObjects, overtakenAt } from './testing/memory-objects.ts';

const ana = recordNamed('Ana@Example.com', 'receipt');

describe('a named record', () => {
  it.each([
    'ana@example.com',
    '  ANA@example.COM ',
    'ａｎａ@example.com',
    'Ana <ana@example.com>; bob@example.com',
    'Write to ana@example.com.',
    { email: ['ana@example.com'] },
    [{ a: { b: 'ana@example.com' } }],
  ])('is in %j', (value) => expect(ana.isIn(value)).toBe(true));

  it.each([
    'diana@example.com',
    'x.ana@example.com',
    'x+ana@example.com',
    'ana@example.com.au',
    'ana@example.community',
    'ana@example',
    '',
    null,
    undefined,
    { 'ana@example.com': 1 },
  ])('is not in %j', (value) => expect(ana.isIn(value)).toBe(false));

  it('is found with blanks inside, and as a number', () => {
    expect(recordNamed('Ana  Pop', 'r').isIn('ana\n pop')).toBe(true);
    expect(recordNamed('12345', 'r').isIn({ id: 12345 })).toBe(true);
    expect(recordNamed('12345', 'r').isIn({ id: 112345 })).toBe(false);
  });

  it('is in the name of a file without its ending', () => {
    expect(ana.isInName('inbox/ana@example.com.csv')).toBe(true);
    expect(ana.isIn('inbox/ana@example.com.csv')).toBe(false);
    expect(ana.isInName('diana@example.com.csv')).toBe(false);
  });

  it('is committed to by a hash that its receipt and its value give', () => {
    const hash = createHash('sha256').update('receipt ana@example.com').digest('hex');
    expect(ana.commitment).toBe(hash);
    expect(recordNamed('ana@example.com', 'other').commitment).not.toBe(hash);
  });
});

describe('erasing below a prefix', () => {
  const judge = (_key: string, text: string | undefined) =>
    text?.includes('zip')
      ? 'remove'
      : text?.includes('ana')
        ? { text: text.replaceAll('ana', '-') }
        : 'clean';

  async function stored(acts?: () => void) {
    let isBegun = false;
    const objects = createMemoryObjects(() => isBegun && acts?.());
    await objects.put('a/1', 'ana 1');
    await objects.put('a/1', 'ana 2');
    await objects.put('a/2', 'bob');
    await objects.put('a/3', 'zip ana');
    await objects.put('b/1', 'ana');
    isBegun = true;
    return objects;
  }
  async function below(objects: Awaited<ReturnType<typeof stored>>, more: object = {}): Promise<Erased[]> {
    const found: Erased[] = [];
    for await (const one of eraseBelow('a/', { objects, judge, dryRun: false, ...more })) found.push(one);
    return found;
  }

  it('rewrites the newest version, and removes the others and what cannot be rewritten', async () => {
    const objects = await stored();
    expect(await below(objects)).toEqual([
      { key: 'a/1', how: 'rewritten' },
      { key: 'a/2' },
      { key: 'a/3', how: 'removed' },
    ]);
    expect([objects.texts('a/1'), objects.texts('a/3'), objects.texts('b/1')]).toEqual([
      ['- 2'],
      [],
      ['ana'],
    ]);
    expect((await below(objects)).flatMap(({ how }) => how ?? [])).toEqual([]);
  });

  it('changes nothing in a dry run, and goes on after a key', async () => {
    const objects = await stored();
    expect(await below(objects, { dryRun: true, after: 'a/1' })).toHaveLength(2);
    expect(objects.texts('a/1')).toEqual(['ana 2', 'ana 1']);
  });

  it.each(['ana', 'bob', 'nobody'])(
    'of two records at once leaves neither, whoever is overtaken where; objects with %s are removed whole',
    async (removed) => {
      const erase = async (value: string, from: VersionedObjects) => {
        const how = (text: string): Judged =>
          value === removed ? 'remove' : { text: text.replaceAll(value, '-') };
        const judging = (_key: string, text = '') => (text.includes(value) ? how(text) : 'clean');
        for await (const _ of eraseBelow('a/', { objects: from, judge: judging, dryRun: false }));
      };
      for (let at = 1, isReached = true; isReached; at += 1) {
        const objects = createMemoryObjects();
        await objects.put('a/1', 'ana and bob');
        await objects.put('a/1', 'bob and ana, eve');
        await objects.put('a/2', 'eve');
        isReached = false;
        const others = async () => {
          isReached = true;
          await erase('bob', objects);
        };
        await erase('ana', overtakenAt(at, objects, others));
        if (isReached) expect(objects.everything(), `at call ${at}`).toMatch(/^(?:-.*\n)?eve$/u);
        else expect(at).toBeGreaterThan(8);
      }
    },
  );

  it.each([1, 2, 3, 4])('leaves nothing when it is repeated after a crash at write %i', async (crash) => {
    let acts = 0;
    const objects = await stored(() => {
      if ((acts += 1) === crash) throw new Error('killed');
    });
    await expect(below(objects)).rejects.toThrow('killed');
    await below(objects);
    expect([objects.texts('a/1'), objects.texts('a/3')]).toEqual([['- 2'], []]);
  });
});
