import { beforeEach, describe, expect, it } from 'vitest';
import { startService, type Service } from '../testing/service.ts';

type Site = Awaited<ReturnType<Service['newSite']>>;

const clients = (...emails: string[]) => [
  { schema: 'client', lookup: 'email', records: emails.map((email) => ({ email, name: email })) },
];

describe('imports in the control panel', () => {
  let service: Service;
  let site: Site;
  beforeEach(async () => {
    service = startService();
    site = await service.newSite();
  });

  const control = (operation: string, input: object = {}) =>
    service.control(operation, { siteId: site.siteId, ...input });
  const users = async () => {
    const { body } = await service.call('getUsers', site, { fields: ['email'], sort: 'oldest' });
    return body['items'];
  };

  it('are listed newest first, page by page', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.unshift((await service.importAll(site, clients(`${n}@example.com`))).importId);
      service.advance(1_000);
    }
    await service.importAll(await service.newSite(), clients('other@example.com'));
    const listed: unknown[] = [];
    let cursor: unknown;
    do {
      const { body } = await control('listImports', { limit: 2, cursor });
      listed.push(...(Array.isArray(body['items']) ? body['items'] : []));
      cursor = body['nextCursor'];
    } while (cursor !== undefined);
    expect(listed).toMatchObject(ids.map((importId) => ({ importId, status: 'success', records: 1 })));
  });

  it('show status, file name, number of records and counts, whole previews apart', async () => {
    const { importId } = await service.importAll(site, clients('a@example.com', 'b@example.com'), {
      filename: 'clients.csv',
    });
    const { body } = await control('getImport', { importId });
    expect(body['import']).toMatchObject({
      importId,
      status: 'success',
      done: true,
      dryRun: false,
      filename: 'clients.csv',
      records: 2,
      counts: { created: 2, updated: 0 },
    });
    expect(body['import']).not.toHaveProperty('preview');
    const preview = await control('previewImport', { importId });
    expect(preview.body['preview']).toMatchObject({
      v: 1,
      outcomes: [
        [1, 'created', expect.any(String)],
        [2, 'created', expect.any(String)],
      ],
    });
  });

  it('have no preview before they are done', async () => {
    const { body } = await service.call('import', site, { recordSets: clients('a@example.com') });
    const refused = await control('previewImport', { importId: body['importId'] });
    expect(refused).toMatchObject({ code: 'not_found' });
    expect(refused.message).toContain('this one is new');
  });

  it('are shown to their own site only (invariant 19)', async () => {
    const { importId } = await service.importAll(site, clients('a@example.com'), { dryRun: true });
    const { siteId } = await service.newSite();
    for (const operation of ['getImport', 'previewImport', 'runImport'])
      expect(await service.control(operation, { siteId, importId })).toMatchObject({ code: 'not_found' });
  });

  it('that were valid dry runs are run as a new import, and stay what they were', async () => {
    const dry = await service.importAll(site, clients('a@example.com'), {
      dryRun: true,
      filename: 'clients.csv',
      successNotificationEmails: ['ops@example.com'],
    });
    expect(await users()).toEqual([]);
    const run = await control('runImport', { importId: dry.importId });
    expect(run).toMatchObject({ ok: true });
    await service.drain();
    expect(await users()).toEqual([{ email: 'a@example.com' }]);
    expect(run.body['importId']).not.toBe(dry.importId);
    expect((await control('getImport', { importId: run.body['importId'] })).body['import']).toMatchObject({
      status: 'success',
      dryRun: false,
      filename: 'clients.csv',
      counts: { created: 1 },
    });
    expect(await service.status(site, dry.importId)).toMatchObject({ status: 'valid', done: true });
    expect(service.mails.map(({ to }) => to)).toEqual([['ops@example.com'], ['ops@example.com']]);
  });

  it('are run once, however often it is asked for within a day', async () => {
    const { importId } = await service.importAll(site, clients('a@example.com'), { dryRun: true });
    const runs = await Promise.all([1, 2, 3].map(() => control('runImport', { importId })));
    await service.drain();
    runs.push(await control('runImport', { importId }));
    expect(new Set(runs.map(({ body }) => body['importId'])).size).toBe(1);
    expect((await control('listImports')).body['items']).toHaveLength(2);
  });

  it('are validated again when they are run, on what is stored by then', async () => {
    const made = await service.importAll(site, clients('a@example.com'));
    const id = made.preview?.outcomes[0]?.[2];
    const byId = [{ schema: 'client', lookup: 'id', records: [{ id, name: 'B' }] }];
    const dry = await service.importAll(site, byId, { dryRun: true });
    expect(dry.status).toBe('valid');
    await service.importAll(site, [{ schema: 'client', lookup: 'id', records: [{ id, deleted: true }] }]);
    const run = await control('runImport', { importId: dry.importId });
    await service.drain();
    expect(await service.status(site, String(run.body['importId']))).toMatchObject({ status: 'invalid' });
  });

  it('are not run that are no dry run, or not a valid one', async () => {
    const real = await service.importAll(site, clients('a@example.com'));
    const wrong = [{ schema: 'client', lookup: 'id', records: [{ id: 'nobody', name: 'B' }] }];
    const invalid = await service.importAll(site, wrong, { dryRun: true });
    expect((await control('runImport', { importId: real.importId })).message).toContain(
      'this is a real import that is success',
    );
    expect((await control('runImport', { importId: invalid.importId })).message).toContain(
      'this is a dry run that is invalid',
    );
  });
});
