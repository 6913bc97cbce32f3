import { describe, expect, it } from 'vitest';
import { onASite } from '../testing/on-a-site.ts';

const { service, site, call, control } = onASite();

describe('tokens in the control panel', () => {
  const update = (input: object) => control('updateToken', { apiKey: site.apiKey, version: 1, ...input });
  const check = async () => (await call('checkCredentials')).ok;

  it('are listed with the rate spent this hour, never with a secret or its hash', async () => {
    await check();
    await check();
    const { body, response } = await control('listTokens');
    expect(body['items']).toMatchObject([
      {
        apiKey: site.apiKey,
        permission: 'write',
        disabled: false,
        notes: null,
        expiresDate: null,
        lastUsedDate: '2026-03-01T08:00:00.000Z',
        rateLimit: 100_000,
        dailyMails: 200,
        spentThisHour: 2,
        version: 1,
      },
    ]);
    expect(response.body).not.toContain(site.apiSecret);
    expect(response.body).not.toMatch(/hash/i);
  });

  it('are listed page by page, oldest first', async () => {
    for (let n = 0; n < 2; n += 1) await control('createToken', { permission: 'read' });
    const first = await control('listTokens', { limit: 2 });
    expect(first.body).toMatchObject({ hasMore: true, items: [{ apiKey: site.apiKey }, {}] });
    const next = await control('listTokens', { limit: 2, cursor: first.body['nextCursor'] });
    expect(next.body).toMatchObject({ hasMore: false, items: [{ permission: 'read' }] });
    expect(JSON.stringify(next.body['items'])).not.toContain(first.body['nextCursor']);
  });

  it('are found by their key, with their site', async () => {
    const { body, response } = await service.control('findToken', { apiKey: site.apiKey });
    expect(body).toMatchObject({ site: { siteId: site.siteId, name: 'Acme', kind: 'demo' } });
    expect(response.body).not.toMatch(/hash/i);
    expect(await service.control('findToken', { apiKey: 'unknown' })).toMatchObject({ code: 'not_found' });
  });

  it('are disabled and enabled again', async () => {
    expect(await update({ disabled: true })).toMatchObject({ ok: true, body: { token: { version: 2 } } });
    expect(await check()).toBe(false);
    await update({ disabled: false, version: 2 });
    expect(await check()).toBe(true);
  });

  it('take notes, an expiration or none, and a rate limit', async () => {
    await update({ notes: 'Until spring', expiresDate: '2026-03-01T10:00:00+01:00', rateLimit: 3 });
    expect(await service.services.store.access.token(site.apiKey)).toMatchObject({
      notes: 'Until spring',
      expiresDate: '2026-03-01T09:00:00.000Z',
      rateLimit: 3,
      permission: 'write',
    });
    service.advance(3_600_000);
    expect(await check()).toBe(false);
    await update({ expiresDate: null, notes: null, version: 2 });
    expect(await check()).toBe(true);
  });

  it('are not changed on an old version', async () => {
    await update({ notes: 'Mine' });
    const late = await update({ disabled: true });
    expect(late).toMatchObject({ code: 'invalid_request' });
    expect(late.message).toContain('version: expected 2');
    expect(await service.services.store.access.token(site.apiKey)).toMatchObject({
      notes: 'Mine',
      disabled: false,
    });
  });

  it('lose no concurrent change', async () => {
    const { access } = service.services.store;
    const { token: stored } = access;
    access.token = async (apiKey) => {
      const token = await stored(apiKey);
      if (token?.version === 1) await access.updateToken({ ...token, disabled: true, version: 2 });
      return token;
    };
    expect((await update({ notes: 'Mine' })).message).toContain('version: expected 2');
    expect(await stored(site.apiKey)).toMatchObject({ disabled: true, notes: null });
  });

  it('are not changed by another site (invariant 19)', async () => {
    const other = await service.newSite();
    expect(await update({ siteId: other.siteId, disabled: true })).toMatchObject({ code: 'not_found' });
    expect(await check()).toBe(true);
  });

  it.each([
    [{ expiresDate: 'tomorrow' }, 'expiresDate: expected an ISO 8601 time'],
    [{ rateLimit: -1 }, 'rateLimit: expected at least 0'],
    [{ notes: '\u0000' }, 'notes: expected well-formed text'],
    [{ version: undefined }, 'version: expected a number'],
    [{ secret: 'x' }, 'expected no field secret'],
    [{}, 'expected at least one of: disabled, notes, expiresDate, rateLimit, dailyMails'],
  ])('refuse %j', async (input, words) => {
    const refused = await update(input);
    expect(refused).toMatchObject({ code: 'invalid_request' });
    expect(refused.message).toContain(words);
  });
});

describe('sites in the control panel', () => {
  it('are listed with name, kind and id', async () => {
    const { body } = await service.control('listSites', {});
    expect(body['items']).toMatchObject([{ siteId: site.siteId, name: 'Acme', kind: 'demo' }]);
  });
});
