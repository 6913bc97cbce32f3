import type { Preview } from '@sluice/contract';
import { createMemoryFiles } from '@sluice/flow/testing/memory-files';
import { aBudget } from '@sluice/flow/testing/a-budget';
import { planReport } from '@sluice/flow/report/plan-report';
import { batchObjects } from '@sluice/flow/run-objects';
import { keepPreview } from '@sluice/flow/attempts/preview';
import { wholePreview } from '@sluice/flow/attempts/whole-preview';
import type { ServiceCalls } from '@sluice/flow/ports';
import type { Submission } from '@sluice/ledger';
import { startService } from '@sluice/data-access/testing/service';
import { expect, it } from 'vitest';

const rows = 2_000;
const people = (letter: string) => [
  {
    schema: 'client',
    lookup: 'email',
    records: Array.from({ length: rows }, (_, n) => ({ email: `u${n}@x.org`, name: letter.repeat(190) })),
  },
];

type Download = ServiceCalls['downloadFile'];

/** A dry run that changes every record, at our service, and what the flow reads and keeps of its preview. */
async function planned(damaged: (download: Download) => Download = (download) => download) {
  const service = startService();
  const site = await service.newSite();
  await service.importAll(site, people('a'));
  const { importId } = await service.importAll(site, people('b'), { dryRun: true });
  const { body } = await service.call('importStatus', site, { importId });
  const { preview } = body['importStatus'] as { preview: string };
  let files = 0;
  const download: Download = async (key) => {
    files += 1;
    const { response } = await service.call('downloadFile', site, { key });
    if (!(response.body instanceof Uint8Array))
      return { kind: 'refused', code: 'not_found', message: '', meta: {} };
    const output = { bytes: new Uint8Array(response.body), contentType: 'application/octet-stream' };
    return { kind: 'ok', output, meta: {} };
  };
  const calls = { downloadFile: damaged(download) } as ServiceCalls;
  const read = (mayWait = true) =>
    wholePreview(preview, {
      service: { connect: async () => calls, forgetCredentials: () => undefined },
      budget: aBudget(service.services.now),
      mayWait,
    });
  return { read, downloads: () => files };
}

async function linesOf(preview: Preview) {
  const files = createMemoryFiles();
  const dryRun = { runId: 'r1', batch: 1, phase: 'dry', sha256: 'x' } as Submission;
  const body = JSON.stringify(people('b'));
  const sheetRows = Array.from({ length: rows }, (_, n) => n + 2);
  await batchObjects.records.write(dryRun, { v: 1, rows: sheetRows, body }, files);
  const kept = await keepPreview(dryRun, { preview, leftOut: new Set() }, files);
  const counts = { read: rows, updated: rows } as never;
  const dryRuns = [{ ...dryRun, previewSha256: kept?.sha256 }];
  const lines: string[] = [];
  for await (const some of planReport({ counts, fileName: 'new.csv', dryRuns }, files).lines)
    for (const { cells } of some) lines.push(cells.join(','));
  return { lines, sha256: kept?.sha256 };
}

it('a plan shows each stored value that is replaced, however many there are (invariant 24)', async () => {
  const { read, downloads } = await planned();
  const preview = await read();
  if (preview === undefined || 'kind' in preview) throw new Error('The preview was not read.');
  expect(downloads()).toBeGreaterThan(0);
  expect(preview.diffsOmitted).toBe(0);
  const { lines } = await linesOf(preview);
  expect(lines).toHaveLength(rows);
  expect(lines.filter((line) => !line.endsWith(`name,${'a'.repeat(190)},${'b'.repeat(190)}`))).toEqual([]);
});

it('a page that does not come is waited for, but not for ever', async () => {
  const silence: Download = async () => ({ kind: 'noAnswer', sent: 'maybe', detail: 'ECONNRESET' });
  const { read } = await planned(() => silence);
  expect(await read()).toEqual({ kind: 'notYet' });
  expect(await read(false)).toMatchObject({ diffsOmitted: expect.any(Number) });
  const spent: Download = async () => ({ kind: 'refused', code: 'too_many_requests', message: '', meta: {} });
  expect(await (await planned(() => spent)).read()).toMatchObject({ kind: 'rest', seconds: 60 });
});

it('pages that are not what the preview has the digest of are not shown', async () => {
  const { read } = await planned((download) => async (key) => {
    const answer = await download(key);
    if (answer.kind !== 'ok') return answer;
    const text = new TextDecoder().decode(answer.output.bytes).replaceAll('aaaa', 'zzzz');
    return { ...answer, output: { ...answer.output, bytes: new TextEncoder().encode(text) } };
  });
  const preview = await read();
  if (preview === undefined || 'kind' in preview) throw new Error('The preview was not read.');
  expect(preview.diffsOmitted).toBeGreaterThan(0);
  const { lines } = await linesOf(preview);
  expect(lines.filter((line) => line.includes('zzzz'))).toEqual([]);
  expect(lines.at(-1)).toContain('The service left out the stored values of');
});
