import { limits } from '@sluice/contract';
import { controlOperations } from '@sluice/data-access/control';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ending, Surroundings } from '../testing/captured.ts';
import { fakeSystem, json, type Seen } from '../testing/fake-system.ts';

const meta = { requestId: 'r1', duration: 3, rateLimitRemaining: 0, rateLimitLimit: 0 };
const sites = [
  { siteId: 's1', name: 'Demo' },
  { siteId: 's2', name: 'Other' },
  { siteId: 's3', name: 'other' },
];

/** A panel with three sites, the first of which is that of the running system's token. */
function panel({ path }: Seen) {
  if (path === '/control/findToken') return json({ ok: true, meta, token: {}, site: sites[0] });
  if (path === '/control/listSites') return json({ ok: true, meta, items: sites });
  return json({ ok: true, meta });
}

const system = fakeSystem();
beforeEach(() => {
  system.answer = panel;
});
const control = (argv: readonly string[], ending: Ending = {}, more?: Partial<Surroundings>) =>
  system.ends(['control', ...argv], ending, more);
const lastBody = (): unknown => JSON.parse(system.seen.at(-1)?.body ?? '{}');
const paths = () => system.seen.map(({ path }) => path);

describe('sluice control', () => {
  it('lists every operation as JSON, without a running system', async () => {
    const listed: unknown = JSON.parse((await control(['--format', 'json'], {}, { cwd: '/' })).stdout);
    expect(listed).toHaveLength(Object.keys(controlOperations).length);
  });

  it('describes the fields of one operation as JSON', async () => {
    const { input } = JSON.parse((await control(['createToken', '--help', '--format', 'json'])).stdout);
    expect(input.required).toStrictEqual(['siteId', 'permission']);
  });

  it('uses the site of the running system’s token, requested with the token of the panel', async () => {
    const { stdout } = await control(['listImports', '{"limit":5}']);
    expect(JSON.parse(stdout)).toStrictEqual({ ok: true, meta });
    expect(paths()).toStrictEqual(['/control/findToken', '/control/listImports']);
    const headers = { authorization: 'Bearer secret-5' };
    expect(system.seen[0]).toMatchObject({ body: '{"apiKey":"key-1"}', headers });
    expect(lastBody()).toStrictEqual({ siteId: 's1', limit: 5 });
  });

  it.each([
    ['DEMO', 's1'],
    ['s3', 's3'],
  ])('uses the site that --site %s names, by name in any case or by id', async (site, siteId) => {
    await control(['listLists', '--site', site]);
    expect(lastBody()).toStrictEqual({ siteId });
  });

  it('looks up no site where there is one in the input, or the operation has none', async () => {
    await control(['listLists', '{"siteId":"s9"}']);
    await control(['createSite', '{"name":"New","kind":"demo"}']);
    expect(paths()).toStrictEqual(['/control/listLists', '/control/createSite']);
  });

  it('reads the input from stdin and from a file', async () => {
    await control(['createList', '-'], {}, { stdin: '{"siteId":"s1","name":"A"}' });
    expect(lastBody()).toStrictEqual({ siteId: 's1', name: 'A' });
    await system.write('list.json', { siteId: 's1', name: 'B' });
    await control(['createList', '--data', 'list.json']);
    expect(lastBody()).toStrictEqual({ siteId: 's1', name: 'B' });
  });

  it('saves a document with the bytes, the name and the type of a file', async () => {
    await system.write('Report.PDF', Buffer.from([1, 2, 255]));
    await control(['saveDocument', '--file', 'Report.PDF', '{"description":"Ours"}']);
    const file = { fileName: 'Report.PDF', contentType: 'application/pdf', base64: 'AQL/' };
    expect(lastBody()).toStrictEqual({ siteId: 's1', description: 'Ours', ...file });
  });

  it('refuses a document that is too large for one request, and names the operations to use', async () => {
    await system.write('large.bin', Buffer.alloc(limits.downloadBytes + 1));
    await control(['saveDocument', '--file', 'large.bin'], {
      status: 2,
      stderr: [`expected at most ${limits.downloadBytes} bytes`, 'with startDocument and finishDocument'],
    });
  });

  it('prints a refusal on stdout and ends with 4', async () => {
    const refusal = { ok: false, meta, error: { code: 'not_found', status: 404 } };
    system.answer = (seen) => (seen.path === '/control/getImport' ? json(refusal) : panel(seen));
    const { stdout } = await control(['getImport', '{"importId":"x"}'], { status: 4 });
    expect(JSON.parse(stdout)).toStrictEqual(refusal);
  });

  it('ends with 4 and explains who has access when the panel denies it', async () => {
    system.answers(json({ message: 'Forbidden' }, 403));
    await control(['listSites'], { status: 4, stderr: 'accepts only users and roles that may invoke it' });
  });

  it.each([
    [['listLists', '--site', 'OTHER'], '2 sites have this name. Expected one of: Other (s2), other (s3)'],
    [['listLists', '{"siteId":"s1"}', '--site', 'Demo'], 'Expected --site or siteId, not both'],
    [['listSites', '--site', 'Demo'], 'this operation does not belong to a site'],
    [['listLists', '{'], 'The body is not JSON'],
    [['listLists', '{}', '--data', 'a.json'], 'not both'],
    [['listLists', '--data', 'nowhere.json'], 'expected a JSON file that exists'],
    [['createList', '--file', 'a.pdf'], '--file: createList takes no document'],
    [['saveDocument', '--file', 'nowhere.pdf'], 'nowhere.pdf: there is no such file'],
    [['listSites', '--url', 'http://example.com/control'], 'is not the address of a control panel on AWS'],
  ])('refuses %j', async (argv, words) => {
    await control(argv, { status: 2, stderr: words });
  });
});
