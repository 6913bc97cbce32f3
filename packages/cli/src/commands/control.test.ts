import { limits } from '@sluice/contract';
import { controlOperations } from '@sluice/data-access/control';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/captured.ts';
import type { World } from '../testing/captured.ts';
import { json, startFakeSystem } from '../testing/fake-system.ts';
import type { FakeSystem, Seen } from '../testing/fake-system.ts';

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

describe('sluice control', () => {
  let system: FakeSystem;
  beforeEach(async () => {
    system = await startFakeSystem();
    system.answer = panel;
  });
  afterEach(() => system.stop());

  const control = (argv: string[], world: Partial<World> = {}) =>
    runCaptured(['control', ...argv], { cwd: system.cwd, ...world });
  const lastBody = (): unknown => JSON.parse(system.seen.at(-1)?.body ?? '{}');

  it('lists every operation with a line each, without a running system', async () => {
    const { status, stdout } = await control([], { cwd: '/' });
    expect(status).toBe(0);
    for (const [name, { does }] of Object.entries(controlOperations))
      expect(stdout).toMatch(new RegExp(`^${name} +${does.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'm'));
    const listed: unknown = JSON.parse((await control(['--format', 'json'], { cwd: '/' })).stdout);
    expect(listed).toHaveLength(Object.keys(controlOperations).length);
  });

  it('tells the fields of one operation, each with what it may be', async () => {
    const { status, stdout } = await control(['createToken', '--help'], { cwd: '/' });
    expect(status).toBe(0);
    expect(stdout).toContain('permission   required  one of: read, write');
    expect(stdout).toContain('100000 when absent');
    expect((await control(['listSites', '--help'], { cwd: '/' })).stdout).toContain('It takes no fields.');
    const { input } = JSON.parse((await control(['createToken', '--help', '--format', 'json'])).stdout);
    expect(input.required).toStrictEqual(['siteId', 'permission']);
  });

  it('is about the site of the running system’s token, asked for with the token of the panel', async () => {
    const { status, stdout } = await control(['listImports', '{"limit":5}']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toStrictEqual({ ok: true, meta });
    expect(system.seen.map(({ path }) => path)).toStrictEqual(['/control/findToken', '/control/listImports']);
    expect(system.seen[0]).toMatchObject({
      body: '{"apiKey":"key-1"}',
      headers: { authorization: 'Bearer secret-5' },
    });
    expect(lastBody()).toStrictEqual({ siteId: 's1', limit: 5 });
  });

  it('is about the site that --site names, by name in any case or by id', async () => {
    await control(['listLists', '--site', 'DEMO']);
    expect(lastBody()).toStrictEqual({ siteId: 's1' });
    await control(['listLists', '--site', 's3']);
    expect(lastBody()).toStrictEqual({ siteId: 's3' });
  });

  it('asks for no site where there is one in the input, or the operation has none', async () => {
    await control(['listLists', '{"siteId":"s9"}']);
    await control(['createSite', '{"name":"New","kind":"demo"}']);
    expect(system.seen.map(({ path }) => path)).toStrictEqual(['/control/listLists', '/control/createSite']);
  });

  it('reads the input from stdin and from a file', async () => {
    await control(['createList', '-'], { stdin: '{"siteId":"s1","name":"A"}' });
    expect(lastBody()).toStrictEqual({ siteId: 's1', name: 'A' });
    await writeFile(join(system.cwd, 'list.json'), '{"siteId":"s1","name":"B"}');
    await control(['createList', '--data', 'list.json']);
    expect(lastBody()).toStrictEqual({ siteId: 's1', name: 'B' });
  });

  it('saves a document with the bytes, the name and the type of a file', async () => {
    await writeFile(join(system.cwd, 'Report.PDF'), Buffer.from([1, 2, 255]));
    await control(['saveDocument', '--file', 'Report.PDF', '{"description":"Ours"}']);
    expect(lastBody()).toStrictEqual({
      siteId: 's1',
      description: 'Ours',
      fileName: 'Report.PDF',
      contentType: 'application/pdf',
      base64: 'AQL/',
    });
  });

  it('refuses a document that is too large for one request, and says how it goes', async () => {
    await writeFile(join(system.cwd, 'large.bin'), Buffer.alloc(limits.downloadBytes + 1));
    const { status, stderr } = await control(['saveDocument', '--file', 'large.bin']);
    expect(status).toBe(2);
    expect(stderr).toContain(`expected at most ${limits.downloadBytes} bytes`);
    expect(stderr).toContain('by startDocument and finishDocument');
  });

  it('prints a refusal on stdout and ends with 4', async () => {
    const refusal = { ok: false, meta, error: { code: 'not_found', status: 404 } };
    system.answer = (seen) => (seen.path === '/control/getImport' ? json(refusal) : panel(seen));
    const { status, stdout } = await control(['getImport', '{"importId":"x"}']);
    expect(status).toBe(4);
    expect(JSON.parse(stdout)).toStrictEqual(refusal);
  });

  it('ends with 4 and says who is let in, where it is not let in', async () => {
    system.answer = () => json({ message: 'Forbidden' }, 403);
    const { status, stderr } = await control(['listSites']);
    expect(status).toBe(4);
    expect(stderr).toContain('lets in only who may invoke it');
  });

  it.each([
    [['dropSite'], 'There is no control operation "dropSite". Expected one of: createSite, '],
    [['listLists', '--site', 'Nowhere'], 'there is no such site. Expected one of: Demo (s1), Other (s2)'],
    [['listLists', '--site', 'OTHER'], '2 sites have this name. Expected one of: Other (s2), other (s3)'],
    [['listLists', '{"siteId":"s1"}', '--site', 'Demo'], 'Expected --site or siteId, not both'],
    [['listSites', '--site', 'Demo'], 'this operation is of no site'],
    [['listLists', '{'], 'The body is not JSON'],
    [['listLists', '{}', '--data', 'a.json'], 'not both'],
    [['listLists', '--data', 'nowhere.json'], 'expected a file of JSON that is there'],
    [['createList', '--file', 'a.pdf'], '--file: createList takes no document'],
    [['saveDocument', '--file', 'nowhere.pdf'], 'nowhere.pdf: there is no such file'],
    [['listSites', '--url', 'http://example.com/control'], 'is not the address of a control panel on AWS'],
  ])('refuses %j', async (argv, words) => {
    const { status, stderr } = await control(argv);
    expect(stderr).toContain(words);
    expect(status).toBe(2);
  });
});
