import { describe, expect, it } from 'vitest';
import { onASite } from '../testing/on-a-site.ts';

const { service, site, call, control, itemsOf } = onASite();

const find = (input: object) => itemsOf(call('getDocuments', input));

const file = {
  fileName: 'a.txt',
  contentType: 'text/plain',
  base64: Buffer.from('Zoë\n').toString('base64'),
};
const documentOf = async (associations: object) =>
  (await control('saveDocument', { ...file, ...associations })).body as unknown as {
    id: string;
    key: string;
  };

describe('documents', () => {
  it('are found by each of their associations', async () => {
    const one = await documentOf({ creatorId: 'c1', userIds: ['u1', 'u2'], taskId: 't1' });
    const two = await documentOf({
      creatorId: 'c2',
      issueId: 'i1',
      interestAccountIds: ['a1'],
      description: 'A letter',
    });
    const idsOf = async (input: object) => (await find({ ...input, fields: ['id'] })).map(({ id }) => id);
    expect(await idsOf({})).toEqual([two.id, one.id]);
    expect(await idsOf({ creatorIds: ['c1', 'x'] })).toEqual([one.id]);
    expect(await idsOf({ userIds: ['u2'] })).toEqual([one.id]);
    expect(await idsOf({ taskId: 't1' })).toEqual([one.id]);
    expect(await idsOf({ issueId: 'i1' })).toEqual([two.id]);
    expect(await idsOf({ interestAccountIds: ['a1'], userIds: ['u1'] })).toEqual([]);
    const [document] = await find({ issueId: 'i1' });
    expect(document).toMatchObject({
      key: two.key,
      bytes: 5,
      uploadedDateNumber: 20260301,
      description: 'A letter',
      taskId: null,
    });
  });

  it('give the bytes of their key, to their own site only (invariant 19)', async () => {
    const { key } = await documentOf({});
    const { response } = await call('downloadFile', { key });
    expect(Buffer.from(response.body as Uint8Array).toString()).toBe('Zoë\n');
    expect(response.headers).toMatchObject({ 'Content-Type': 'text/plain', 'X-RateLimit-Limit': '100000' });
    const other = await service.newSite();
    expect(await service.call('downloadFile', other, { key })).toMatchObject({ code: 'not_found' });
    expect(await service.call('downloadFile', other, { key: `../${site.siteId}/${key}` })).toMatchObject({
      code: 'not_found',
    });
  });
});
