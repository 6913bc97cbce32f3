import { describe, expect, it } from 'vitest';
import { inParallel, parallel as startParallel } from './parallel.ts';

/** Work that ends only when the test ends it. */
function workbench() {
  const ends: (() => void)[] = [];
  let [running, most] = [0, 0];
  const work = async () => {
    most = Math.max(most, (running += 1));
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
  };
  return { work, end: () => ends.splice(0).forEach((end) => end()), most: () => most };
}

describe('work in parallel', () => {
  it('runs all of it, and at most as much at once as allowed', async () => {
    const { work, end, most } = workbench();
    const parallel = startParallel(3);
    let begun = 0;
    const all = (async () => {
      for (let index = 0; index < 10; index += 1) {
        await parallel.begin(work);
        begun += 1;
      }
      await parallel.end();
    })();
    for (let turn = 0; turn < 100; turn += 1) {
      await Promise.resolve();
      if (turn % 10 === 0) end();
    }
    await all;
    expect([begun, most()]).toEqual([10, 3]);
  });

  it('throws the error of any work, at the end at the latest', async () => {
    const parallel = startParallel(2);
    await parallel.begin(async () => {
      throw new Error('broken');
    });
    await expect(parallel.end()).rejects.toThrow('broken');
    await expect(parallel.begin(async () => {})).rejects.toThrow('broken');
  });

  it('starts no value after one that failed, and throws once the others have finished', async () => {
    const finished: number[] = [];
    const each = async (value: number) => {
      await new Promise((resolve) => setTimeout(resolve, value));
      if (value === 1) throw new Error('broken');
      finished.push(value);
    };
    await expect(inParallel([1, 20, 30, 40], 2, each)).rejects.toThrow('broken');
    expect(finished).toEqual([20]);
  });
});
