import { reasonOf } from '@sluice/contract';
import { createMemoryObjects } from '@sluice/aws-kit/erasure/testing';
import { createMemoryLedger } from '@sluice/ledger/testing';
import { answerErase } from '../erase/answer-erase.ts';
import type { ObjectRef } from '../ports.ts';
import { batchObjects, runKeys } from '../run-objects.ts';
import { createMemoryFiles } from './memory-files.ts';
import { plannedRun } from './planned-run.ts';

export const key = 'inbox/client/email/people.csv';
const receipt = 'a receipt of a person';
/** A run that ended, with two batches of two rows. Row 4 is erased. */
export async function erasedRun({
  isEnded = true,
  rejected = {},
}: { isEnded?: boolean; rejected?: object } = {}) {
  let ticking = 0;
  let crashAt = Infinity;
  let [time, writes] = [Date.parse('2026-03-01T08:00:00.000Z'), 0];
  const now = () => new Date((time += ticking));
  const write = () => {
    if ((writes += 1) === crashAt) throw new Error('killed');
  };
  const ledger = createMemoryLedger({ now });
  const objects = createMemoryObjects(write);
  const drops = createMemoryFiles();
  await plannedRun({ ledger, files: objects, now, batches: 2, fields: { name: 'Somebody' } });
  const lines = [2, 3, 4, 5].map((row) => `row${row}@example.com,Somebody\r\n`);
  drops.putVersion({ key, versionId: 'v1' }, Buffer.from(`email,name\r\n${lines.join('')}`));
  const status = { status: 'failed', reasons: [reasonOf('not_email')] } as const;
  const outcomes = [
    { row: 4, ...status },
    { row: 5, ...status },
  ];
  await batchObjects.outcomes.write({ runId: 'run1', batch: 2, phase: 'dry' }, outcomes, objects);
  await objects.put(
    runKeys.plan('run1', 'people.csv', 1),
    'Row,Plan,Field,To\r\n4,update,name,Ana\r\n5,update,name,Bo\r\n',
  );
  await objects.put(runKeys.result('run1', 'people.xlsx'), 'PK');
  const at = now().toISOString();
  if (isEnded) {
    await ledger.moveRun('run1', { type: 'rejected', at, reason: 'wrong rows', ...rejected });
    await ledger.moveRun('run1', { type: 'noticeChanged', at, notice: { state: 'sent', at } });
  }
  const services = {
    ...{ ledger, drops, objects, now, dropBucket: 'drops', keptDays: 400 },
    files: {
      get: async () => undefined,
      put: objects.put,
      stream: async function* ({ key: one, versionId }: ObjectRef, range = { start: 0, end: Infinity }) {
        const text = await objects.text({ key: one, versionId: versionId ?? '' });
        yield Buffer.from(text ?? '', 'latin1').subarray(range.start, range.end);
      },
    },
    inbox: {
      versions: async function* (prefix: string, after = '') {
        for (const [name, { length: bytes }] of [...drops.objects].toSorted()) {
          const [of = '', versionId] = name.split('?');
          if (versionId !== undefined && of.startsWith(prefix) && of > after)
            yield { key: of, versionId, etag: versionId, isLatest: true, bytes };
        }
      },
      remove: async ({ versionId }: { readonly versionId: string }) => {
        write();
        for (const name of [key, `${key}?${versionId}`]) drops.objects.delete(name);
      },
    },
  };
  drops.about = async ({ versionId }) =>
    drops.objects.has(`${key}?${versionId}`) ? { versionId, metadata: {} } : undefined;
  const erase = async (more: object = {}) => {
    const body = JSON.stringify({ record: ' ROW4@example.com', receipt, by: 'somebody', ...more });
    const answer = await answerErase(
      { method: 'POST', path: '/erase', headers: {}, query: {}, sourceIp: '127.0.0.1', body },
      services,
    );
    return { status: answer.status, ...JSON.parse(String(answer.body)) };
  };
  const erasures = async () => (await ledger.events('run1')).filter(({ type }) => type === 'erased');
  const leftOf = () => ({
    text: /row4|Ana/iu.test(objects.everything()),
    outcomes: objects
      .texts('runs/run1/outcomes/00002-dry.json.gz')
      .join('')
      .includes('"row":4,"status":"failed"}'),
    sheet: objects.texts(runKeys.result('run1', 'people.xlsx')).length,
    drop: drops.objects.size,
  });
  return {
    ...{ erase, erasures, leftOf, objects, drops, ledger },
    crash: (write: number) => ([crashAt, writes] = [write, 0]),
    tick: (ms: number) => (ticking = ms),
    pass: (ms: number) => (time += ms),
  };
}
