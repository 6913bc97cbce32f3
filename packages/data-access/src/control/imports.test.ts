import { describe, expect, it } from 'vitest';
import { client, itemsOfPages, onASite, pagesOf } from '../testing/on-a-site.ts';

const clients = (...emails: string[]) => [client(emails.map((email) => ({ email, name: email })))];

describe('imports in the control panel', () => {
  const { service, site, call, control, run: imported, users } = onASite();

  it('are listed newest first, page by page', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.unshift((await imported(clients(`${n}@example.com`))).importId);
    }
    await service.importAll(await service.newSite(), clients('other@example.com'));
    const pages = pagesOf((cursor) => control('listImports', { limit: 2, cursor }));
    expect(await itemsOfPages(pages)).toMatchObject(
      ids.map((importId) => ({ importId, status: 'success', records: 1 })),
    );
  });

  it('show status, file name, number of records and counts, and the preview separately', async () => {
    const { importId } = await imported(clients('a@example.com', 'b@example.com'), {
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
    const { body } = await call('import', { recordSets: clients('a@example.com') });
    const refused = await control('previewImport', { importId: body['importId'] });
    expect(refused).toMatchObject({ code: 'not_found' });
    expect(refused.message).toContain('this one is new');
  });

  it('are shown to their own site only (invariant 19)', async () => {
    const { importId } = await imported(clients('a@example.com'), { dryRun: true });
    const { siteId } = await service.newSite();
    for (const operation of ['getImport', 'previewImport', 'runImport'])
      expect(await service.control(operation, { siteId, importId })).toMatchObject({ code: 'not_found' });
  });

  it('that were valid dry runs are run as a new import, and stay dry runs', async () => {
    const dry = await imported(clients('a@example.com'), {
      dryRun: true,
      filename: 'clients.csv',
      successNotificationEmails: ['ops@example.com'],
    });
    expect(await users()).toEqual([]);
    const run = await control('runImport', { importId: dry.importId });
    expect(run).toMatchObject({ ok: true });
    await service.drain();
    expect(await users(['email'])).toEqual([{ email: 'a@example.com' }]);
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

  it('are run once, despite repeated requests within a day', async () => {
    const { importId } = await imported(clients('a@example.com'), { dryRun: true });
    const runs = await Promise.all([1, 2, 3].map(() => control('runImport', { importId })));
    await service.drain();
    runs.push(await control('runImport', { importId }));
    expect(new Set(runs.map(({ body }) => body['importId'])).size).toBe(1);
    expect((await control('listImports')).body['items']).toHaveLength(2);
  });

  it('write only what their dry run saw, and name the records that were changed since', async () => {
    const made = await imported(clients('a@example.com'));
    const id = made.preview?.outcomes[0]?.[2];
    const byId = [client([{ id, name: 'B' }], 'id')];
    const dry = await imported(byId, { dryRun: true });
    expect(dry.status).toBe('valid');
    await imported([client([{ id, deleted: true }], 'id')]);
    const run = await control('runImport', { importId: dry.importId });
    await service.drain();
    expect(await service.status(site, String(run.body['importId']))).toMatchObject({
      status: 'error',
      errorMessage: expect.stringContaining('record 1 (set 1, record 1): record: does not exist'),
    });
  });

  it('are run only if they are valid dry runs', async () => {
    const real = await imported(clients('a@example.com'));
    const wrong = [client([{ id: 'unknown', name: 'B' }], 'id')];
    const invalid = await imported(wrong, { dryRun: true });
    expect((await control('runImport', { importId: real.importId })).message).toContain(
      'this is a real import that is success',
    );
    expect((await control('runImport', { importId: invalid.importId })).message).toContain(
      'this is a dry run that is invalid',
    );
  });
});
