import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/captured.ts';
import { json, startFakeSystem, type FakeSystem } from '../testing/fake-system.ts';

let system: FakeSystem;
beforeEach(async () => {
  system = await startFakeSystem();
});
afterEach(() => system.stop());

const redriven = {
  counts: { queuedAgain: 1, dropped: 0, kept: 1 },
  letters: [
    {
      queue: 'batches',
      messageId: 'm1',
      outcome: 'queuedAgain',
      why: 'batch 1 (dry) waits to be sent',
      runId: 'abc',
    },
    { queue: 'batches', messageId: 'm2', outcome: 'kept', why: 'it cannot be read' },
  ],
  more: true,
};
const sluice = (...argv: string[]) => runCaptured(['redrive', ...argv], { cwd: system.cwd });

describe('sluice redrive', () => {
  it('asks for it once, and says of each dead letter what became of it and why', async () => {
    system.answer = () => json(redriven);
    const { status, stdout } = await sluice();
    expect(system.seen.map(({ method, path }) => [method, path])).toEqual([['POST', '/history/redrive']]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/batches +queued again +run abc +batch 1 \(dry\) waits to be sent/);
    expect(stdout).toMatch(/batches +kept +message m2 +it cannot be read/);
    expect(stdout).toContain('1 queued again, 0 discarded, 1 kept.');
    expect(stdout).toContain('run it again');
  });

  it('gives as JSON what the history answered', async () => {
    system.answer = () => json(redriven);
    expect(JSON.parse((await sluice('--format', 'json')).stdout)).toEqual(redriven);
  });

  it('says that there are none', async () => {
    system.answer = () => json({ counts: { queuedAgain: 0, dropped: 0, kept: 0 }, letters: [], more: false });
    expect((await sluice()).stdout).toBe('No dead letters.\n');
  });
});
