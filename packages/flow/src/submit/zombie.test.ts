import type { Answer } from '@sluice/client';
import { createMemoryLedger } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { batchObjects, type BatchMessage } from '../run-objects.ts';
import { captureLog } from '../testing/log-lines.ts';
import { aBudget } from '../testing/a-budget.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { importingRun } from '../testing/planned-run.ts';
import { createScriptedService } from '../testing/scripted-service.ts';
import { submitBatch } from './submit-batch.ts';

captureLog();

const message: BatchMessage = { v: 1, runId: 'run1', batch: 1, phase: 'real' };
const ref = { runId: 'run1', batch: 1, phase: 'real' } as const;
const refusal = { kind: 'refused', code: 'invalid_request', meta: {} } as const;
const naming = 'record 1 (set 1, record 1): email: another address';

describe('a worker that is still alive after its lease', () => {
  it.each<[string, Answer<'import'>]>([
    ['a refusal', { ...refusal, message: naming }],
    ['a refusal with an importId', { ...refusal, message: naming, importId: 'late' }],
  ])(
    'and gets %s does not change what became of the rows meanwhile (invariants 1, 3)',
    async (_name, answer) => {
      const now = () => new Date('2026-03-01T08:00:00.000Z');
      const [ledger, files] = [createMemoryLedger({ now }), createMemoryFiles()];
      const service = createScriptedService({ now });
      await importingRun({ ledger, files, now });
      const key = batchObjects.outcomes.key(ref);
      const slow = async () => {
        const at = '2026-03-01T09:00:00.000Z';
        await ledger.moveSubmission(ref, { type: 'leaseExpired', at });
        await ledger.moveSubmission(ref, { type: 'requeued', at, reason: 'quiet' });
        await ledger.moveSubmission(ref, { type: 'sendStarted', at, owner: 'other', leaseUntil: at });
        await ledger.moveSubmission(ref, { type: 'accepted', at, owner: 'other', importId: 'good' });
        await files.put(key, 'what became of them');
        await ledger.moveSubmission(ref, { type: 'ended', at, status: 'succeeded', counts: { created: 2 } });
        return answer;
      };
      const calls = { ...(await service.connect()), import: slow };
      const budget = aBudget(now);
      const services = { ledger, files, budget, idempotencyKey: false, now, newId: () => 'slow' };
      await submitBatch(message, { ...services, service: { ...service, connect: async () => calls } });
      expect(await ledger.submission(ref)).toMatchObject({ status: 'succeeded', counts: { created: 2 } });
      expect(await files.get(key)).toBe('what became of them');
      const { attempts = [] } = (await ledger.submission(ref)) ?? {};
      if ('importId' in answer) expect(attempts.map(({ importId }) => importId)).toContain('late');
    },
  );

  it('and gets an importId after its run has ended reopens the run (invariant 4)', async () => {
    let time = Date.parse('2026-03-01T08:00:00.000Z');
    const now = () => new Date(time);
    const [ledger, files] = [createMemoryLedger({ now }), createMemoryFiles()];
    const service = createScriptedService({ now });
    await importingRun({ ledger, files, now });
    const slow = async (): Promise<Answer<'import'>> => {
      time += 3_600_000;
      const at = now().toISOString();
      await ledger.moveSubmission(ref, { type: 'leaseExpired', at });
      await ledger.moveRun('run1', { type: 'cancelRequested', at, by: 'ana' });
      await ledger.moveRun('run1', { type: 'cancelled', at, reason: 'enough' });
      time += 1000;
      return { kind: 'ok', output: { importId: 'late' }, meta: {} };
    };
    const calls = { ...(await service.connect()), import: slow };
    const services = { ledger, files, budget: aBudget(now), idempotencyKey: false, now, newId: () => 'slow' };
    await submitBatch(message, { ...services, service: { ...service, connect: async () => calls } });
    expect(await ledger.run('run1')).toMatchObject({ late: [{ batch: 1, importId: 'late' }] });
    expect((await ledger.openRuns()).map(({ runId }) => runId)).toEqual(['run1']);
  });
});
