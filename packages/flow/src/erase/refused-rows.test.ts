import { reasonOf } from '@sluice/contract';
import { mostErasableBytes, UnreadableObject } from '@sluice/aws-kit/erasure';
import { describe, expect, it } from 'vitest';
import type { ObjectRef } from '../ports.ts';
import { rowsKeyOf, runKeys } from '../run-objects.ts';
import { erasedRun, key } from '../testing/erased-run.ts';
import { captureLog } from '../testing/log-lines.ts';
import { packed } from '../testing/packed-rows.ts';

captureLog();

describe('a refused row, which is in no batch', () => {
  const result = runKeys.result('run1', 'people.xlsx');
  const record = 'zoe@example.com';

  const rows = [['bo@example.com'], ['Zoe@example.com', 'May']];

  /** Only the result can say that it holds the record: the drop is gone or cannot be read. */
  async function setUpRefused(drop: 'gone' | 'damaged', refused: readonly string[][] = rows) {
    const world = await erasedRun();
    for (const name of [...world.drops.objects.keys()])
      if (drop === 'gone') world.drops.objects.delete(name);
      else world.drops.objects.set(name, Buffer.from('PK\u0003\u0004 damaged'));
    // Rows 2 to 5 are in batches.
    const bytes = await packed(['E-mail', 'Born'], refused, 10);
    await world.objects.put(rowsKeyOf(result), bytes.toString('latin1'));
    const problem = { row: 11, ...reasonOf('not_date'), name: 'Born', value: 'May' };
    await world.objects.put(runKeys.problems('run1'), `${JSON.stringify(problem)}\n`);
    const left = () => ({
      copies: [result, rowsKeyOf(result)].flatMap((one) => world.objects.texts(one)).length,
      values: /May/u.test(world.objects.texts(runKeys.problems('run1')).join('')),
      drop: drop === 'gone' ? 0 : world.drops.objects.size,
    });
    return { ...world, left };
  }

  it.each(['gone', 'damaged'] as const)('is erased where the drop is %s', async (drop) => {
    const world = await setUpRefused(drop);
    const removed = [result, rowsKeyOf(result), ...(drop === 'gone' ? [] : [key])];
    const objects = removed.length + 1;
    expect(await world.erase({ record, dryRun: true })).toMatchObject({ runs: [{ objects, removed }] });
    expect(await world.erase({ record })).toMatchObject({ runs: [{ objects, removed }] });
    expect(world.left()).toEqual({ copies: 0, values: false, drop: 0 });
    expect(await world.erase({ record })).toMatchObject({ runs: [] });
  });

  it('of somebody else leaves everything as it is', async () => {
    const world = await setUpRefused('gone');
    const before = world.objects.everything();
    expect(await world.erase({ record: 'oe@example.com' })).toMatchObject({ runs: [] });
    expect(world.objects.everything()).toBe(before);
  });

  it('is erased where the value stands behind what a grid shows of its cell', async () => {
    const world = await setUpRefused('gone', [['bo@example.com'], [`${'x '.repeat(5000)}${record}`, 'May']]);
    expect(await world.erase({ record })).toMatchObject({ runs: [{ objects: 3 }] });
    expect(world.left()).toEqual({ copies: 0, values: false, drop: 0 });
  });

  it('is found in many rows of an earlier version, each searched from where the call before stopped', async () => {
    const others = Array.from({ length: 700 }, (_, at) => [`bo${at}@example.com`]);
    const world = await setUpRefused('gone', [...others, [record]]);
    const later = await packed(['E-mail'], others, 10);
    await world.objects.put(rowsKeyOf(result), later.toString('latin1'));
    world.tick(20_000);
    const reached: unknown[] = [];
    let cursor: { readonly place?: { readonly searched?: object } } | undefined;
    do {
      cursor = (await world.erase({ record, cursor })).next;
      if (cursor?.place?.searched) reached.push(Object.values(cursor.place.searched));
    } while (cursor !== undefined && reached.length < 5);
    expect(reached).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(world.left()).toEqual({ copies: 0, values: false, drop: 0 });
    expect(await world.erasures()).toMatchObject([{ data: { objects: 3 } }]);
  });

  it.each([1, 2, 3, 4])('is erased by a repeat after a crash at write %i', async (write) => {
    const world = await setUpRefused('damaged');
    world.crash(write);
    await expect(world.erase({ record })).rejects.toThrow('killed');
    await world.erase({ record });
    expect(world.left()).toEqual({ copies: 0, values: false, drop: 0 });
  });

  it('is erased step by step when there is no time', async () => {
    const world = await setUpRefused('gone');
    world.tick(20_000);
    let cursor: unknown;
    do cursor = (await world.erase({ record, cursor })).next;
    while (cursor !== undefined);
    expect(world.left()).toEqual({ copies: 0, values: false, drop: 0 });
    expect(await world.erasures()).toMatchObject([{ data: { objects: 3 } }]);
  });

  it.each([true, false])('in lines too large to be read at once is found; it is hers: %s', async (isHers) => {
    const world = await setUpRefused('gone', []);
    const problem = { row: 11, ...reasonOf('not_date'), value: isHers ? record : 'May' };
    await world.objects.put(runKeys.problems('run1'), `${JSON.stringify(problem)}\n`);
    const { versions } = world.objects;
    Object.assign(world.objects, {
      versions: async function* (...of: Parameters<typeof versions>) {
        for await (const one of versions(...of)) {
          const isLarge = one.key === runKeys.problems('run1');
          yield isLarge ? { ...one, bytes: mostErasableBytes + 1 } : one;
        }
      },
    });
    const runs = isHers ? [{ removed: expect.arrayContaining([runKeys.problems('run1')]), left: [] }] : [];
    expect(await world.erase({ record })).toMatchObject({ runs });
  });

  it('is erased although other objects cannot be read, which are named', async () => {
    const world = await setUpRefused('gone');
    const damaged = 'runs/run1/previews/00001.json.gz';
    await world.objects.put(damaged, '{}');
    const { text } = world.objects;
    Object.assign(world.objects, {
      text: async (version: ObjectRef & { readonly versionId: string }) => {
        if (version.key === damaged) throw new UnreadableObject('damaged');
        return text(version);
      },
    });
    const left = [`${damaged}: the object cannot be searched`];
    expect(await world.erase({ record })).toMatchObject({ runs: [{ objects: 3, left }] });
    expect(world.left()).toEqual({ copies: 0, values: false, drop: 0 });
  });
});
