import { runIdOf } from '@sluice/ledger';
import { createMemoryLedger } from '@sluice/ledger/testing';
import { describe, expect, it } from 'vitest';
import { arrivalOf } from '../read/arrivals.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { createMemoryQueue } from '../testing/memory-ports.ts';
import { importingRun, plannedRun } from '../testing/planned-run.ts';
import { answerRedrive, redrive, type DeadLetter } from './redrive.ts';

const log = captureLog();
const drop = { bucket: 'drops', key: 'inbox/client/email/x.csv', versionId: 'v1', bytes: 9, droppedBy: 'me' };
const runId = runIdOf(drop);
const batch = (number: number, phase: 'dry' | 'real', of = 'run1') => {
  return { v: 1, runId: of, batch: number, phase };
};

/** A dead-letter queue that hides received messages, like SQS. */
function deadLetters(bodies: readonly string[]) {
  const letters = bodies.map((body, at) => ({ messageId: `m${at}`, body, receipt: `m${at}` }));
  const left = new Map(letters.map((letter) => [letter.receipt, letter]));
  const hidden = new Set<string>();
  return {
    left,
    show: () => hidden.clear(),
    receive: async () => {
      const some = [...left.values()].filter(({ messageId }) => !hidden.has(messageId)).slice(0, 3);
      for (const { messageId } of some) hidden.add(messageId);
      return some;
    },
    remove: async ({ receipt }: DeadLetter) => void left.delete(receipt),
  };
}

function setUp({ arrivals = [], batches = [] }: { arrivals?: unknown[]; batches?: unknown[] }) {
  const now = () => new Date('2026-03-01T08:00:00.000Z');
  const ledger = createMemoryLedger({ now });
  const [arrivalQueue, batchQueue] = [createMemoryQueue<object>(), createMemoryQueue<object>()];
  const text = (message: unknown) => (typeof message === 'string' ? message : JSON.stringify(message));
  const dead = { arrivals: deadLetters(arrivals.map(text)), batches: deadLetters(batches.map(text)) };
  const services = {
    ledger,
    arrivals: { queue: arrivalQueue, deadLetters: dead.arrivals },
    batches: { queue: batchQueue, deadLetters: dead.batches },
    now,
  };
  const planning = { ledger, files: createMemoryFiles(), now };
  return { ledger, services, dead, arrivalQueue, batchQueue, planning };
}

describe('redriving dead letters', () => {
  it('queues a batch again that waits to be sent, and drops the others with a reason (invariants 2, 11)', async () => {
    const batches = [batch(1, 'real'), batch(2, 'real'), batch(1, 'dry'), batch(9, 'real')];
    const { ledger, services, dead, batchQueue, planning } = setUp({
      batches: [...batches, batch(1, 'real', 'gone')],
    });
    await importingRun({ ...planning, batches: 2 });
    const at = '2026-03-01T08:00:00.000Z';
    await ledger.moveSubmission(
      { runId: 'run1', batch: 2, phase: 'real' },
      { type: 'sendStarted', at, owner: 'o', leaseUntil: at },
    );
    const { counts, letters, more } = await redrive(services);
    expect(counts).toEqual({ queuedAgain: 1, dropped: 4, kept: 0 });
    expect(batchQueue.messages).toEqual([batch(1, 'real')]);
    expect(letters.map(({ why }) => why)).toEqual([
      'the import of batch 1 waits to be sent',
      'the import of batch 2 does not wait to be sent: its status is sending',
      'the dry run of batch 1 does not wait to be sent: its status is succeeded',
      'the history has not planned the import of batch 9',
      'the history has no such run',
    ]);
    expect(more).toBe(false);
    expect(dead.batches.left.size).toBe(0);
  });

  it('drops a batch of a run that has ended or is being cancelled (invariant 10)', async () => {
    const { ledger, services, batchQueue, planning } = setUp({
      batches: [batch(1, 'dry'), batch(1, 'dry', 'run2')],
    });
    await plannedRun(planning);
    await plannedRun({ ...planning, runId: 'run2' });
    const at = '2026-03-01T08:00:00.000Z';
    await ledger.moveRun('run1', { type: 'rejected', at, reason: 'wrong rows' });
    await ledger.moveRun('run2', { type: 'cancelRequested', at, by: 'ana' });
    const { letters } = await redrive(services);
    expect(letters.map(({ why }) => why)).toEqual([
      'its run has ended: rejected',
      'its run is being cancelled',
    ]);
    expect(batchQueue.messages).toEqual([]);
  });

  it('announces a drop again until it has been read, and drops other messages (invariants 7, 8)', async () => {
    const { ledger, services, arrivalQueue } = setUp({
      arrivals: [arrivalOf(drop), { Event: 's3:TestEvent' }],
    });
    expect((await redrive(services)).counts).toEqual({ queuedAgain: 1, dropped: 1, kept: 0 });
    expect(arrivalQueue.messages).toEqual([arrivalOf(drop)]);

    const redriveDrop = async () => {
      const letters = deadLetters([JSON.stringify(arrivalOf(drop))]);
      return redrive({ ...services, arrivals: { queue: arrivalQueue, deadLetters: letters } });
    };
    await ledger.beginRun({ ...drop, runId, fileName: 'x.csv', target: 'https://s.test', emails: [] });
    expect((await redriveDrop()).letters).toMatchObject([{ runId, outcome: 'queuedAgain' }]);
    await ledger.moveRun(runId, { type: 'rejected', at: '2026-03-01T09:00:00.000Z', reason: 'no header' });
    const why = 'its run has been read: its status is rejected';
    expect((await redriveDrop()).letters).toMatchObject([{ outcome: 'dropped', why }]);
  });

  it('keeps a letter that it cannot read, and shows only its id (invariant 15)', async () => {
    const { services, dead } = setUp({ batches: ['{"canary"', { v: 2, canary: 1 }], arrivals: ['canary'] });
    const { counts, letters } = await redrive(services);
    expect(counts).toEqual({ queuedAgain: 0, dropped: 0, kept: 3 });
    expect(JSON.stringify([letters, log.lines])).not.toContain('canary');
    dead.batches.show();
    expect((await redrive(services)).counts.kept).toBe(2);
  });

  it('leaves a letter in place if its queue does not accept it', async () => {
    const { services, dead, planning } = setUp({ batches: [batch(1, 'dry')] });
    await plannedRun(planning);
    const queue = { send: () => Promise.reject(new Error('throttled')) };
    await expect(redrive({ ...services, batches: { ...services.batches, queue } })).rejects.toThrow(
      'throttled',
    );
    expect(dead.batches.left.size).toBe(1);
  });

  it('answers POST only', async () => {
    const { services } = setUp({});
    const request = { path: '/redrive', query: {}, headers: {}, body: '', sourceIp: '' };
    expect((await answerRedrive({ ...request, method: 'GET' }, services)).status).toBe(405);
    const { status, body } = await answerRedrive({ ...request, method: 'POST' }, services);
    expect(status).toBe(200);
    expect(JSON.parse(String(body))).toEqual({
      counts: { queuedAgain: 0, dropped: 0, kept: 0 },
      letters: [],
      more: false,
    });
  });
});
