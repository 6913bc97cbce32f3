import { createMemoryLedger } from '@sluice/ledger/testing';
import { expect, it } from 'vitest';
import { signDownload } from './sign-download.ts';

const drop = {
  ...{ runId: 'r', bucket: 'drops', key: 'inbox/members/Müller.csv', versionId: 'v1', bytes: 9 },
  ...{ fileName: 'Müller.csv', droppedBy: 'dana@example.com', target: 'https://service.test', emails: [] },
};
const resultKey = 'runs/r/results/Müller.csv';

async function asked(body: object, isThere = true) {
  const now = () => new Date('2026-03-01T08:00:00.000Z');
  const ledger = createMemoryLedger({ now });
  await ledger.beginRun(drop);
  await ledger.moveRun('r', { type: 'resultWritten', at: now().toISOString(), resultKey });
  const addressOf = async (ref: object, name: string) =>
    isThere ? { url: `https://files.example/${JSON.stringify(ref)}?${name}`, bytes: 9 } : undefined;
  const request = { method: 'POST', path: '/downloads', headers: {}, query: {}, sourceIp: '' };
  const answer = await signDownload({ ...request, body: JSON.stringify(body) }, { ledger, addressOf });
  return { status: answer.status, body: JSON.parse(String(answer.body)) };
}

it('a download is of the very version that was dropped, under its name', async () => {
  const { key, bucket, versionId } = drop;
  expect((await asked({ runId: 'r', file: 'drop' })).body).toEqual({
    url: `https://files.example/${JSON.stringify({ bucket, key, versionId })}?Müller.csv`,
    ...{ name: 'Müller.csv', bytes: 9 },
  });
  expect((await asked({ runId: 'r', file: 'result' })).body.url).toContain(
    JSON.stringify({ key: resultKey }),
  );
});

it.each<[string, object, boolean, number]>([
  ['a run that is not', { runId: 'other', file: 'drop' }, true, 404],
  ['a plan that the run has not', { runId: 'r', file: 'plan' }, true, 404],
  ['an undo that the run has not', { runId: 'r', file: 'undo' }, true, 404],
  ['a file that is gone', { runId: 'r', file: 'drop' }, false, 404],
  ['a file of another kind', { runId: 'r', file: 'batches' }, true, 400],
  ['a file named by its key', { runId: 'r', file: 'drop', key: 'runs/other/results/x' }, true, 400],
])('there is no download of %s', async (_what, body, isThere, status) => {
  expect((await asked(body, isThere)).status).toBe(status);
});
