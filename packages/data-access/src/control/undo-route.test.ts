import { beforeEach, describe, expect, it } from 'vitest';
import { client, onASite } from '../testing/on-a-site.ts';
import type { Credentials, Site } from '../testing/service.ts';
import { dispatchControl } from './dispatch-control.ts';

const role = 'arn:aws:sts::123456789012:assumed-role/TrackRun/TrackRun';

describe('the undo of the flow', () => {
  const { service, site, control, run } = onASite();
  let other: Site;
  beforeEach(async () => {
    other = await service.newSite();
  });

  /** As API Gateway passes it on, after it has checked the signature. */
  const undo = (operation: string, input: object, by: Credentials) => post(`/undo/${operation}`, input, by);
  const post = async (path: string, input: object, { apiKey, apiSecret }: Credentials) => {
    const request = {
      ...{ method: 'POST', path, query: {}, body: JSON.stringify(input) },
      ...{ headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret }, sourceIp: '192.0.2.9', caller: role },
    };
    const { body } = await dispatchControl(request, service.services);
    return JSON.parse(String(body)) as Record<string, unknown>;
  };
  const refusal = (code: string) => ({ ok: false, error: { code } });
  const imported = async () => (await run([client([{ email: 'a@x.org', name: 'Ada' }])])).importId;

  it('undoes an import of the site of its token, and the audit log has it', async () => {
    const importId = await imported();
    expect(await undo('revertImport', { importId }, site)).toMatchObject({ revert: { status: 'reverting' } });
    await service.drain();
    const counts = { reversed: 1, kept: 0, failed: 0 };
    expect(await undo('getRevert', { importId }, site)).toMatchObject({ revert: { by: role, counts } });
    const log = await service.control('listAuditEvents', {});
    expect(JSON.stringify(log.body['items'])).toContain(role);
  });

  it('undoes no import of another site, whatever the request says', async () => {
    const importId = await imported();
    for (const operation of ['revertImport', 'getRevert'])
      for (const more of [{}, { siteId: site.siteId }])
        expect(await undo(operation, { importId, ...more }, other)).toMatchObject(refusal('not_found'));
    expect((await control('getImport', { importId })).body['import']).toMatchObject({ status: 'success' });
  });

  it('answers what became of a record of the site of its token, and of no other', async () => {
    const importId = await imported();
    const asked = { schema: 'client', record: 'a@x.org' };
    expect(await undo('recordHistory', asked, site)).toMatchObject({ items: [{ importId }], end: 'began' });
    const ofTheOther = { ...asked, siteId: site.siteId };
    expect(await undo('recordHistory', ofTheOther, other)).toMatchObject(refusal('not_found'));
  });

  it('needs a token that is right and may write', async () => {
    const importId = await imported();
    const { body } = await control('createToken', { permission: 'read' });
    for (const wrong of [
      { ...site, apiSecret: other.apiSecret },
      { apiKey: '', apiSecret: '' },
      body as unknown as Credentials,
    ])
      expect(await undo('revertImport', { importId }, wrong)).toMatchObject(refusal('unauthorized'));
  });

  it('is no way to the other operations of the control panel', async () => {
    for (const operation of ['createToken', 'findToken', 'runImport', 'constructor'])
      expect(await undo(operation, { permission: 'write' }, site)).toMatchObject(refusal('not_found'));
  });

  it('is no way to the control panel under another spelling of its path either', async () => {
    for (const path of [
      '/control/list',
      '//undo',
      '/UNDO',
      '/stage/undo',
      'undo',
      '/undo/x/control',
      '/undo/../control',
      '',
    ])
      for (const [operation, input] of [
        ['createSite', { name: 'Mine', kind: 'demo' }] as const,
        ['listSites', {}] as const,
      ])
        expect(await post(`${path}/${operation}`, input, site), path).toMatchObject(refusal('not_found'));
  });
});
