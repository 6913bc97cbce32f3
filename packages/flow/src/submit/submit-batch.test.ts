import { reasonOf } from '@sluice/contract';
import type { Answer } from '@sluice/client';
import type { OperationInput } from '@sluice/contract';
import { type SubmissionEvent } from '@sluice/ledger';
import { createMemoryLedger } from '@sluice/ledger/testing';
import { describe, expect, it } from 'vitest';
import { batchObjects, type BatchMessage } from '../run-objects.ts';
import { aBudget } from '../testing/a-budget.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { importingRun, plannedRun } from '../testing/planned-run.ts';
import { submitBatch } from './submit-batch.ts';

captureLog();

const refOf = (phase: 'dry' | 'real') => ({ runId: 'run1', batch: 1, phase }) as const;
const messageOf = (phase: 'dry' | 'real'): BatchMessage => ({ v: 1, ...refOf(phase) });
const ref = refOf('real');
const refusal = { kind: 'refused', code: 'invalid_request', meta: {} } as const;
const silence = { kind: 'noAnswer', sent: 'maybe', detail: 'ECONNRESET' } as const;
const accepted = (importId: string) => ({ kind: 'ok', output: { importId }, meta: {} }) as const;

/** A run with one batch to send, at a service that answers each import like this. */
async function setUp(phase: 'dry' | 'real', answer: () => Answer<'import'> | Promise<Answer<'import'>>) {
  const clock = { ms: Date.parse('2026-03-01T08:00:00.000Z') };
  const now = () => new Date(clock.ms);
  const [ledger, files] = [createMemoryLedger({ now }), createMemoryFiles()];
  const met = { calls: 0, forgotten: 0, owners: 0, sent: [] as unknown[] };
  const service = {
    connect: async () => ({
      import: async ({ recordSets }: OperationInput<'import'>) => {
        met.calls += 1;
        met.sent.push(recordSets);
        return answer();
      },
      importStatus: () => Promise.reject(new Error('not called')),
      downloadFile: () => Promise.reject(new Error('not called')),
    }),
    forgetCredentials: () => void (met.forgotten += 1),
  };
  const newId = () => `owner${(met.owners += 1)}`;
  const has = { idempotencyKey: false, expectations: false };
  const services = { ledger, files, service, budget: aBudget(now), ...has, now, newId };
  await (phase === 'dry' ? plannedRun : importingRun)({ ledger, files, now });
  const submit = (more: Partial<BatchMessage> = {}) =>
    submitBatch({ ...messageOf(phase), ...more }, services);
  const submission = async () => (await ledger.submission(refOf(phase)))!;
  const move = (event: SubmissionEvent) => ledger.moveSubmission(refOf(phase), event);
  return { clock, now, ledger, files, met, services, submit, submission, move };
}

describe('submitting a batch', () => {
  it('sends it once, however often and at once its message is delivered (invariants 3, 7)', async () => {
    const { met, submit, submission } = await setUp('real', () => accepted('imp1'));
    await Promise.all([submit(), submit(), submit()]);
    await submit();
    // The message of a batch that the ledger does not know is consumed.
    await submit({ batch: 9 });
    expect(met.calls).toBe(1);
    expect(await submission()).toMatchObject({ status: 'accepted', importId: 'imp1' });
  });

  it('sends records of earlier steps before its own, and a refusal names its own rows', async () => {
    const message = 'record 3 (set 2, record 2): requesterId: nobody';
    const { files, met, submit, submission } = await setUp('dry', () => ({ ...refusal, message }));
    const whole = await batchObjects.records.read(await submission(), files);
    const sets = (body = '[]') => JSON.parse(body) as object[];
    const before = {
      body: JSON.stringify([{ schema: 'role', lookup: 'name', records: [{ name: 'A' }] }]),
      records: 1,
    };
    await batchObjects.records.write(await submission(), { ...whole!, before }, files);
    await submit();
    expect(met.sent).toEqual([[...sets(before.body), ...sets(whole?.body)]]);
    const rest = await batchObjects.records.read(await submission(), files);
    // Row 3 is set aside; the other one is checked again, with the same record before it.
    expect(rest).toMatchObject({ rows: [2], before });
  });

  it('sends only the planned bytes: others end the batch (invariant 5)', async () => {
    const { files, met, submit, submission } = await setUp('real', () => accepted('imp1'));
    const body = JSON.stringify([{ schema: 'client', lookup: 'email', records: [] }]);
    await batchObjects.records.write(await submission(), { v: 1, rows: [2, 3], body }, files);
    await submit();
    expect(met.calls).toBe(0);
    expect(await submission()).toMatchObject({ status: 'failed', counts: { notAttempted: 2 } });
  });

  it.each([
    { by: 'is given up', body: '[]', message: '' },
    {
      by: 'is refused with an importId',
      body: undefined,
      message: 'record 2 (set 1, record 2): email: an address',
    },
  ])(
    'counts its rows as unknown if it $by after an attempt that may have written them (invariant 3)',
    async ({ body, message }) => {
      const answers = [silence, { ...refusal, message, importId: 'imp2' }] as const;
      const { files, met, now, submit, submission, move } = await setUp(
        'real',
        () => answers[met.calls - 1] ?? silence,
      );
      await submit();
      await move({ type: 'requeued', at: now().toISOString(), reason: 'the quiet period is over' });
      if (body) await batchObjects.records.write(await submission(), { v: 1, rows: [2, 3], body }, files);
      await submit();
      expect(await submission()).toMatchObject({ status: 'failed', counts: { unknown: 2 } });
    },
  );

  const hour = 3_600_000;
  const otherBody = 'Idempotency-Key: expected a key that no other body was sent with in the last 24 hours.';

  it.each([
    { after: hour, keys: [true, true], status: 'invalid', why: 'under the key of an earlier copy' },
    { after: 25 * hour, keys: [true, true], status: 'unknown', why: 'under a key that was forgotten' },
    { after: 13 * hour, keys: [true, true], status: 'unknown', why: 'under a key that may be forgotten' },
    { after: hour, keys: [false, true], status: 'unknown', why: 'under a key that the first copy lacked' },
    { after: hour, keys: [true, false], status: 'unknown', why: 'without the key of the first copy' },
    { after: hour, keys: [true, true], status: 'unknown', why: 'for another body', refused: otherBody },
  ])(
    'is $status if it is refused $why, which may have been written (invariant 3)',
    async ({ after, keys, status, refused = 'record 2 (set 1, record 2): email: an address' }) => {
      const { clock, met, now, services, submit, submission, move } = await setUp('real', () =>
        met.calls === 1 ? silence : { ...refusal, message: refused },
      );
      for (const idempotencyKey of keys) {
        Object.assign(services, { idempotencyKey });
        if (met.calls > 0) {
          clock.ms += after;
          await move({ type: 'requeued', at: now().toISOString(), reason: 'no answer came' });
        }
        await submit();
      }
      expect((await submission()).status).toBe(status);
    },
  );

  it('may have been written before the ledger was restored, if its key is refused for another body (invariant 3)', async () => {
    const { services, submit, submission } = await setUp('real', () => ({ ...refusal, message: otherBody }));
    Object.assign(services, { idempotencyKey: true });
    await submit();
    expect((await submission()).status).toBe('unknown');
  });

  it('leaves out the rows of an import that was refused at once, and records its importId (invariant 4)', async () => {
    const wrong = reasonOf('not_email');
    const message = `record 2 (set 1, record 2): email: ${wrong.says}`;
    const { files, submit, submission } = await setUp('dry', () => ({
      ...refusal,
      message,
      importId: 'bad1',
    }));
    await submit();
    const found = await submission();
    expect(found).toMatchObject({
      status: 'parked',
      importId: 'bad1',
      attempts: [{ outcome: 'accepted', importId: 'bad1' }],
      rows: 2,
      round: 1,
      asked: 1,
    });
    expect(await batchObjects.records.read(found, files)).toMatchObject({
      rows: [2],
      body: expect.stringContaining('row2@example.com'),
    });
    expect(await batchObjects.search.read({ ...found, round: 1 }, files)).toMatchObject({
      refused: [{ row: 3, reasons: [{ ...wrong, name: 'E-mail', value: 'row3@example.com' }] }],
      calls: 1,
    });
  });

  it.each<[string, Answer<'import'>]>([
    ['too many requests', { ...refusal, code: 'too_many_requests', message: '' }],
    ['refused credentials', { ...refusal, code: 'unauthorized', message: '' }],
    ['no connection', { kind: 'noAnswer', sent: 'no', detail: 'ECONNREFUSED' }],
  ])('parks it on %s, longer each time, and consumes the message (invariant 11)', async (name, answer) => {
    const { clock, met, now, submit, submission, move } = await setUp('real', () => answer);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await submit();
      const { status, notBefore = '' } = await submission();
      expect(status).toBe('parked');
      waits.push((Date.parse(notBefore) - clock.ms) / 1000);
      clock.ms += 3_600_000;
      await move({ type: 'requeued', at: now().toISOString(), reason: 'it is due' });
    }
    expect(waits).toEqual([15, 30, 60]);
    // The credentials may have been replaced.
    expect(met.forgotten).toBe(name === 'refused credentials' ? 3 : 0);
  });
});

type World = Awaited<ReturnType<typeof setUp>>;

describe('a worker that, after its intent,', () => {
  it.each<[string, (world: World) => unknown]>([
    ['was suspended until its lease was over (invariant 3)', ({ clock }) => (clock.ms += 60_000)],
    [
      'finds its run cancelled (invariant 12)',
      ({ ledger, now }) =>
        ledger.moveRun('run1', { type: 'cancelRequested', at: now().toISOString(), by: 'ana' }),
    ],
  ])('%s sends nothing, and says so', async (_, happens) => {
    const world = await setUp('real', () => accepted('imp1'));
    const { ledger, submit, submission, met } = world;
    const { moveSubmission } = ledger;
    const interrupted: typeof moveSubmission = async (...asked) => {
      const moved = await moveSubmission(...asked);
      if (asked[1].type === 'sendStarted') await happens(world);
      return moved;
    };
    Object.assign(ledger, { moveSubmission: interrupted });
    await submit();
    expect(met.calls).toBe(0);
    expect(await submission()).toMatchObject({ status: 'planned', attempts: [{ outcome: 'not_sent' }] });
  });
});

describe('a worker that is still alive after its lease', () => {
  const message = 'record 1 (set 1, record 1): email: another address';

  it.each<[string, Answer<'import'>]>([
    ['a refusal', { ...refusal, message }],
    ['a refusal with an importId', { ...refusal, message, importId: 'late' }],
  ])(
    'and gets %s does not change the outcome that the rows have by now (invariants 1, 3)',
    async (_, answer) => {
      const { files, submit, submission, move } = await setUp('real', async () => {
        const at = '2026-03-01T09:00:00.000Z';
        await move({ type: 'leaseExpired', at });
        await move({ type: 'requeued', at, reason: 'quiet' });
        await move({ type: 'sendStarted', at, owner: 'other', leaseUntil: at });
        await move({ type: 'accepted', at, owner: 'other', importId: 'good' });
        await files.put(batchObjects.outcomes.key(ref), 'outcomes');
        await move({ type: 'ended', at, status: 'succeeded', counts: { created: 2 } });
        return answer;
      });
      await submit();
      const { status, counts, attempts } = await submission();
      expect({ status, counts }).toEqual({ status: 'succeeded', counts: { created: 2 } });
      expect(await files.get(batchObjects.outcomes.key(ref))).toBe('outcomes');
      if ('importId' in answer) expect(attempts.map(({ importId }) => importId)).toContain('late');
    },
  );

  it('and gets an importId after its run has ended reopens the run (invariant 4)', async () => {
    const { clock, ledger, now, submit, move } = await setUp('real', async () => {
      clock.ms += 3_600_000;
      const at = now().toISOString();
      await move({ type: 'leaseExpired', at });
      await ledger.moveRun('run1', { type: 'cancelRequested', at, by: 'ana' });
      await ledger.moveRun('run1', { type: 'cancelled', at, reason: 'enough' });
      clock.ms += 1000;
      return accepted('late');
    });
    await submit();
    expect(await ledger.run('run1')).toMatchObject({ late: [{ batch: 1, importId: 'late' }] });
    expect((await ledger.openRuns()).map(({ runId }) => runId)).toEqual(['run1']);
  });
});
