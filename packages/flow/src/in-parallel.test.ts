import { describe, expect, it } from 'vitest';
import { inParallel } from './in-parallel.ts';

/** Work that ends when it is told to. */
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
  it('runs no more than some at once, and all of it', async () => {
    const { work, end, most } = workbench();
    const parallel = inParallel(3);
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

  it('throws what any work threw, at the latest at the end', async () => {
    const parallel = inParallel(2);
    await parallel.begin(async () => {
      throw new Error('broken');
    });
    await expect(parallel.end()).rejects.toThrow('broken');
    await expect(parallel.begin(async () => {})).rejects.toThrow('broken');
  });
});
