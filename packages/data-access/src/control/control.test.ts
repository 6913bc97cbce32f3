import { describe, expect, it } from 'vitest';
import { limits } from '@sluice/contract';
import { onASite } from '../testing/on-a-site.ts';

const { service, site, control } = onASite();

describe('the control panel', () => {
  it('makes a token whose secret is shown once and kept as a hash', async () => {
    const { siteId } = site;
    const { body } = await control('createToken', { permission: 'read', notes: 'For tests', rateLimit: 5 });
    const { apiKey, apiSecret } = body as unknown as { apiKey: string; apiSecret: string };
    const token = await service.services.store.access.token(apiKey);
    expect(token).toMatchObject({
      siteId,
      permission: 'read',
      notes: 'For tests',
      rateLimit: 5,
      disabled: false,
    });
    expect(JSON.stringify(token)).not.toContain(apiSecret);
    expect((await service.call('checkCredentials', { apiKey, apiSecret })).ok).toBe(true);
  });

  it('answers in the envelope: unknown operations, sites and forms, and wrong bodies', async () => {
    expect(await service.control('dropSite', {})).toMatchObject({
      code: 'not_found',
      body: { meta: { rateLimitLimit: 0 } },
    });
    expect(await service.control('constructor', {})).toMatchObject({ code: 'not_found' });
    expect(await service.control('createToken', { siteId: 'x', permission: 'read' })).toMatchObject({
      code: 'not_found',
    });
    expect(await service.control('createSite', { name: '' })).toMatchObject({ code: 'invalid_request' });
    expect(await control('saveForm', { title: 'F', fields: [] })).toMatchObject({ code: 'invalid_request' });
    expect(await control('saveResponses', { templateId: 'x', responses: [{ answers: [] }] })).toMatchObject({
      code: 'not_found',
    });
  });

  it('refuses a document that could not be answered directly, with the number', async () => {
    const { siteId } = site;
    const base64 = Buffer.alloc(limits.downloadBytes + 1).toString('base64');
    const input = { siteId, fileName: 'a.bin', contentType: 'application/octet-stream', base64 };
    expect((await service.control('saveDocument', input)).message).toContain(String(limits.downloadBytes));
  });

  it('is not open to the tokens of the interface', async () => {
    const body = JSON.stringify({ apiKey: site.apiKey, apiSecret: site.apiSecret });
    expect(await service.post('/control/createSite', { body })).toMatchObject({ code: 'not_found' });
    expect(await service.post('/createSite', { body })).toMatchObject({ code: 'not_found' });
  });
});
