import { describe, expect, it } from 'vitest';
import { limits } from '@sluice/contract';
import { onASite } from '../testing/on-a-site.ts';

const { service, site, call, control } = onASite();

const start = async (bytes: number) => {
  const input = { siteId: site.siteId, contentType: 'application/pdf', bytes };
  const { body } = await service.control('startDocument', input);
  return body as unknown as { key: string; upload: { url: string; headers: Record<string, string> } };
};
const finish = (key: string, about: object = {}) =>
  control('finishDocument', { key, fileName: 'a.pdf', ...about });
const send = (key: string, bytes: number) =>
  service.services.blobs.put(`documents/${site.siteId}/${key}`, new Uint8Array(bytes), 'application/pdf');
const documents = async (filters: object = {}) => (await call('getDocuments', filters)).body['items'];

const large = limits.downloadBytes + 1;

describe('a large document', () => {
  it('is uploaded to a signed address, and listed once after it is finished', async () => {
    const { key, upload } = await start(large);
    expect(upload).toMatchObject({
      method: 'PUT',
      url: expect.stringContaining(`documents/${site.siteId}/${key}`),
      headers: { 'content-length': String(large), 'if-none-match': '*' },
      expiresDate: '2026-03-01T09:00:00.000Z',
    });
    expect(await documents()).toEqual([]);
    await send(key, large);
    const { body } = await finish(key, { description: 'A film', userIds: ['u1'] });
    service.advance(1000);
    expect((await finish(key, { description: 'Another' })).body['id']).toBe(body['id']);
    expect(await documents()).toMatchObject([
      {
        ...{ id: body['id'], key, bytes: large, description: 'A film', userIds: ['u1'], taskId: null },
        uploadedDateNumber: 20260301,
      },
    ]);
    expect(await documents({ userIds: ['u1'], taskId: 'none' })).toEqual([]);
  });

  it('cannot be finished before it is sent, or under a key of another site (invariant 19)', async () => {
    const { key } = await start(large);
    expect(await finish(key)).toMatchObject({ code: 'not_found' });
    await send(key, large);
    const other = await service.newSite();
    expect(await finish(key, { siteId: other.siteId })).toMatchObject({ code: 'not_found' });
    expect(await finish(`../${site.siteId}/${key}`, { siteId: other.siteId })).toMatchObject({
      code: 'not_found',
    });
  });

  it('has at most 100 MiB, refused with the number', async () => {
    const input = { siteId: site.siteId, contentType: 'a/b', bytes: limits.documentBytes + 1 };
    expect((await service.control('startDocument', input)).message).toContain('104857600');
  });

  it('is answered by 303 to an address that is valid for five minutes, with the headers of every answer', async () => {
    const { key } = await start(large);
    await send(key, large);
    const { response } = await call('downloadFile', { key });
    expect(response).toMatchObject({ status: 303, body: '' });
    expect(response.headers).toMatchObject({
      Location: expect.stringMatching(new RegExp(`documents/${site.siteId}/${key}.*=300$`)),
      'X-Request-Id': expect.stringMatching(/./),
      'X-RateLimit-Limit': '100000',
    });
    const other = await service.newSite();
    expect(await service.call('downloadFile', other, { key })).toMatchObject({ code: 'not_found' });
  });

  it('is answered directly up to 4 MiB', async () => {
    const { key } = await start(limits.downloadBytes);
    await send(key, limits.downloadBytes);
    const { response } = await call('downloadFile', { key });
    expect(response).toMatchObject({ status: 200, headers: { 'Content-Type': 'application/pdf' } });
    expect(response.body).toHaveLength(limits.downloadBytes);
  });
});

describe('a document', () => {
  it.each([
    [
      'more ids than fit into an item of the table',
      { userIds: Array.from({ length: 1000 }, (_, n) => `${n}`.padStart(200, 'u')) },
      'userIds: expected ids of at most 65536 bytes together',
    ],
    [
      'a source URL that would run as a script',
      { sourceUrl: 'javascript:alert(1)' },
      'sourceUrl: expected an address that begins with https:// or http://',
    ],
  ])('with %s is refused, and not listed', async (_, about, words) => {
    const file = { siteId: site.siteId, fileName: 'a.txt', contentType: 'text/plain', base64: 'QQ==' };
    const refused = await service.control('saveDocument', { ...file, ...about });
    expect(refused).toMatchObject({ code: 'invalid_request' });
    expect(refused.message).toContain(words);
    expect(await documents()).toEqual([]);
  });

  it('of 4 MiB is taken in base64, and answered', async () => {
    const bytes = new Uint8Array(limits.downloadBytes).fill(7);
    const file = { siteId: site.siteId, fileName: 'a.bin', contentType: 'application/octet-stream' };
    const base64 = Buffer.from(bytes).toString('base64');
    const { body } = await service.control('saveDocument', { ...file, base64 });
    const { response } = await call('downloadFile', { key: body['key'] });
    expect(Buffer.from(response.body).equals(bytes)).toBe(true);
  });
});
