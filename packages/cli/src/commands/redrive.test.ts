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
  it('requests it once, and gives as JSON what the history answered', async () => {
    system.acts(redriven);
    expect(JSON.parse((await system.ends('redrive --format json', {})).stdout)).toEqual(redriven);
    expect(system.seen.map(({ method, path }) => [method, path])).toEqual([['POST', '/history/redrive']]);
  });
});
