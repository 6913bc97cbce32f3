import { createMemoryLedger, type SubmissionRef } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { batchObjects, type BatchMessage } from '../run-objects.ts';
import { aBudget } from '../testing/a-budget.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { importingRun, plannedRun, type PlannedRunOptions } from '../testing/planned-run.ts';
import { createScriptedService, type ServiceOptions } from '../testing/scripted-service.ts';
import { submitBatch } from './submit-batch.ts';

captureLog();

const dry: BatchMessage = { v: 1, runId: 'run1', batch: 1, phase: 'dry' };
const real: BatchMessage = { ...dry, phase: 'real' };
const refOf = ({ runId, batch, phase }: BatchMessage): SubmissionRef => ({ runId, batch, phase });

function setUp({
  idempotencyKey = false,
  ...options
}: Partial<ServiceOptions> & { idempotencyKey?: boolean } = {}) {
  let time = Date.parse('2026-03-01T08:00:00.000Z');
  let owners = 0;
  const now = () => new Date(time);
  const ledger = createMemoryLedger({ now });
  const files = createMemoryFiles();
  const service = createScriptedService({ ...options, now });
  const budget = aBudget(now);
  const newId = () => `owner${(owners += 1)}`;
  const services = { ledger, files, service, budget, idempotencyKey, now, newId };
  const planned = (more: Partial<PlannedRunOptions> = {}) => plannedRun({ ledger, files, now, ...more });
  const importing = (more: Partial<PlannedRunOptions> = {}) => importingRun({ ledger, files, now, ...more });
  const pass = (ms: number) => (time += ms);
  return { ledger, files, service, services, planned, importing, pass };
}

describe('submitting a batch', () => {
  it.each([dry, real])(
    'sends no notification addresses, and records the importId: %j (invariants 4, 6)',
    async (message) => {
      const { ledger, service, services, planned, importing } = setUp();
      await (message.phase === 'dry' ? planned() : importing());
      await submitBatch(message, services);
      expect(await ledger.submission(refOf(message))).toMatchObject({ status: 'accepted', importId: 'imp1' });
      const { input } = service.calls[0]!;
      expect(Object.keys(input).toSorted()).toEqual(['dryRun', 'filename', 'recordSets']);
      const filename = 'people.csv [run run1 batch 1 attempt 1]';
      expect(input).toMatchObject({ dryRun: message.phase === 'dry', filename });
    },
  );

  it('records the intent before anything is sent (invariant 2)', async () => {
    const { ledger, services, importing } = setUp();
    await importing();
    const seen: unknown[] = [];
    const calls = await services.service.connect();
    const connect = async () => ({
      ...calls,
      import: async (...args: Parameters<typeof calls.import>) => {
        seen.push((await ledger.submission(refOf(real)))?.status);
        return calls.import(...args);
      },
    });
    await submitBatch(real, { ...services, service: { ...services.service, connect } });
    expect(seen).toEqual(['sending']);
  });

  it.each(['sending', 'unknown', 'accepted'] as const)(
    'never sends a batch that is %s (invariants 2, 7)',
    async (status) => {
      const { ledger, service, services, importing } = setUp();
      await importing();
      const at = services.now().toISOString();
      await ledger.moveSubmission(refOf(real), { type: 'sendStarted', at, owner: 'other', leaseUntil: at });
      if (status === 'unknown')
        await ledger.moveSubmission(refOf(real), { type: 'ambiguous', at, owner: 'other', reason: 'lost' });
      if (status === 'accepted')
        await ledger.moveSubmission(refOf(real), { type: 'accepted', at, owner: 'other', importId: 'x' });
      await submitBatch(real, services);
      expect(service.calls).toEqual([]);
      expect((await ledger.submission(refOf(real)))?.status).toBe(status);
    },
  );

  it('sends a batch once, however often and at once its message is delivered (invariants 3, 7)', async () => {
    const { service, services, importing } = setUp();
    await importing();
    await Promise.all([real, real, real].map((message) => submitBatch(message, services)));
    await submitBatch(real, services);
    expect(service.calls).toHaveLength(1);
  });

  it('sends no real import before its dry run has passed (invariant 5)', async () => {
    const { ledger, service, services, planned } = setUp();
    await planned();
    await submitBatch(real, services);
    await expect(ledger.planRealSubmissions(await ledger.batches('run1'))).rejects.toThrow();
    expect(service.calls).toEqual([]);
  });

  it('sends nothing for a run that has ended', async () => {
    const { ledger, service, services, planned } = setUp();
    await planned();
    await ledger.moveRun('run1', { type: 'rejected', at: services.now().toISOString(), reason: 'stopped' });
    await submitBatch(dry, services);
    expect(service.calls).toEqual([]);
  });

  it('sends only the planned bytes: others end the batch (invariant 5)', async () => {
    const { ledger, files, service, services, importing } = setUp();
    await importing();
    const { sha256 } = (await ledger.submission(refOf(real)))!;
    const other = JSON.stringify([
      { schema: 'client', lookup: 'email', records: [{ email: 'x@example.com' }] },
    ]);
    await batchObjects.records.write({ ...dry, sha256 }, { v: 1, rows: [2, 3], body: other }, files);
    await submitBatch(real, services);
    expect(service.calls).toEqual([]);
    expect(await ledger.submission(refOf(real))).toMatchObject({
      status: 'failed',
      counts: { notAttempted: 2 },
    });
  });

  it('leaves out the rows of an import that was refused at once, and records its importId (invariant 4)', async () => {
    const { ledger, files, services, planned } = setUp();
    await planned();
    const calls = await services.service.connect();
    const message = 'record 2 (set 1, record 2): email: an e-mail address';
    const connect = async () => ({
      ...calls,
      import: async () =>
        ({ kind: 'refused', code: 'invalid_request', message, importId: 'bad1', meta: {} }) as const,
    });
    await submitBatch(dry, { ...services, service: { ...services.service, connect } });
    const submission = await ledger.submission(refOf(dry));
    expect(submission).toMatchObject({
      status: 'parked',
      importId: 'bad1',
      attempts: [{ outcome: 'accepted', importId: 'bad1' }],
      rows: 2,
      round: 1,
      asked: 1,
    });
    const ref = { ...dry, round: 1, sha256: submission!.sha256 };
    const sent = await batchObjects.records.read(ref, files);
    expect(sent).toMatchObject({ rows: [2], body: expect.stringContaining('row2@example.com') });
    expect(await batchObjects.search.read(ref, files)).toMatchObject({
      refused: [{ row: 3, reason: 'email: an e-mail address' }],
      calls: 1,
    });
  });

  it.each(['rateLimited', 'unauthorized', 'notSent'] as const)(
    'parks a batch on %s, longer each time, and consumes the message (invariant 11)',
    async (fault) => {
      const { ledger, services, importing, pass } = setUp({ fault: () => fault });
      await importing();
      const waits: number[] = [];
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        await submitBatch(real, services);
        const { status, notBefore } = (await ledger.submission(refOf(real)))!;
        expect(status).toBe('parked');
        waits.push((Date.parse(notBefore!) - services.now().getTime()) / 1000);
        pass(3_600_000);
        const at = services.now().toISOString();
        await ledger.moveSubmission(refOf(real), { type: 'requeued', at, reason: 'its time has come' });
      }
      expect(waits).toEqual([15, 30, 60]);
    },
  );

  it('reloads the credentials after they were refused', async () => {
    const { services, planned } = setUp({ fault: () => 'unauthorized' });
    let forgotten = 0;
    const forgetCredentials = () => void (forgotten += 1);
    await planned();
    await submitBatch(dry, { ...services, service: { ...services.service, forgetCredentials } });
    expect(forgotten).toBe(1);
  });

  it('sends nothing again by itself after a lost reply (invariant 3)', async () => {
    const { ledger, service, services, importing } = setUp({ fault: () => 'lostReply' });
    await importing();
    await submitBatch(real, services);
    await submitBatch(real, services);
    expect(service.calls).toHaveLength(1);
    expect((await ledger.submission(refOf(real)))?.status).toBe('unknown');
  });

  it('gives every attempt at a real batch the same idempotency key and body', async () => {
    const { ledger, service, services, importing } = setUp({
      idempotencyKey: true,
      fault: () => 'lostReply',
    });
    await importing();
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await submitBatch(real, services);
      const at = services.now().toISOString();
      await ledger.moveSubmission(refOf(real), { type: 'requeued', at, reason: 'the key makes it safe' });
    }
    expect(service.calls).toHaveLength(2);
    expect(service.calls[1]).toEqual(service.calls[0]);
    expect(service.calls[0]!.options.idempotencyKey).toMatch(/^run1-1-[0-9a-f]{64}$/u);
  });

  it('gives up a batch after a hundred attempts, with the reason (invariant 12)', async () => {
    const { ledger, service, services, planned, pass } = setUp({ fault: () => 'notSent' });
    await planned();
    for (let attempt = 1; attempt <= 101; attempt += 1) {
      await submitBatch(dry, services);
      pass(900_000);
      const at = services.now().toISOString();
      await ledger.moveSubmission(refOf(dry), { type: 'requeued', at, reason: 'its time has come' });
    }
    expect(service.calls).toHaveLength(100);
    const ended = await ledger.submission(refOf(dry));
    expect(ended).toMatchObject({ status: 'failed', reason: 'given up after 100 attempts' });
  });

  it('consumes a message about an unknown batch', async () => {
    const { services } = setUp();
    await expect(submitBatch(dry, services)).resolves.toBeUndefined();
  });
});
