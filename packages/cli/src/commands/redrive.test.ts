import { describe, expect, it } from 'vitest';
import { fakeSystem } from '../testing/fake-system.ts';

const system = fakeSystem();
const why = 'the dry run of batch 1 waits to be sent';
const redriven = {
  counts: { queuedAgain: 1, dropped: 0, kept: 1 },
  letters: [
    { queue: 'batches', messageId: 'm1', outcome: 'queuedAgain', why, runId: 'abc' },
    { queue: 'batches', messageId: 'm2', outcome: 'kept', why: 'it cannot be read' },
  ],
  more: true,
};

describe('sluice redrive', () => {
  it('requests it once, and prints the outcome of each dead letter with the reason', async () => {
    system.acts(redriven);
    await system.ends('redrive', {
      stdout: [
        /batches +queued again +run abc +the dry run of batch 1 waits to be sent/,
        /batches +kept +message m2 +it cannot be read/,
        '1 queued again, 0 discarded, 1 kept.',
        'run it again',
      ],
    });
    expect(system.seen.map(({ method, path }) => [method, path])).toEqual([['POST', '/history/redrive']]);
  });

  it('gives as JSON what the history answered', async () => {
    system.acts(redriven);
    expect(JSON.parse((await system.sluice('redrive --format json')).stdout)).toEqual(redriven);
  });

  it('reports that there are none', async () => {
    system.acts({ counts: { queuedAgain: 0, dropped: 0, kept: 0 }, letters: [], more: false });
    expect((await system.sluice('redrive')).stdout).toBe('No failed messages.\n');
  });
});
