import { beforeEach, describe, expect, it } from 'vitest';
import { onASite, set } from '../testing/on-a-site.ts';

const { service, site, call, control, run } = onASite();

const find = async (
  operation: 'getIssues' | 'getInterestAccounts' | 'getDocuments' | 'getResponses',
  input: object,
) => (await call(operation, input)).body['items'] as Record<string, unknown>[];

const documentOf = async (associations: object): Promise<{ id: string; key: string }> => {
  const base64 = Buffer.from('Zoë\n').toString('base64');
  const input = {
    siteId: site.siteId,
    fileName: 'a.txt',
    contentType: 'text/plain',
    base64,
    ...associations,
  };
  return (await service.control('saveDocument', input)).body as unknown as { id: string; key: string };
};

describe('issues', () => {
  let ada: string;
  beforeEach(async () => {
    const { body } = await call('saveUsers', { users: [{ name: 'Ada' }] });
    ada = (body['users'] as { id: string }[])[0]?.id ?? '';
    await run([
      set('issue', 'identifier', [
        { identifier: 'I-1', title: 'Leaking pipe', open: true, requesterId: ada },
        { identifier: 'I-2', title: 'Lost key', open: false },
        { identifier: 'I-3', title: 'New lock' },
      ]),
    ]);
  });

  it('are found by open, requester and text', async () => {
    expect(await find('getIssues', { open: true, fields: ['identifier'] })).toEqual([{ identifier: 'I-1' }]);
    expect(await find('getIssues', { open: false, fields: ['identifier'] })).toEqual([
      { identifier: 'I-3' },
      { identifier: 'I-2' },
    ]);
    expect(await find('getIssues', { requesterIds: ['x', ada], fields: ['title'] })).toEqual([
      { title: 'Leaking pipe' },
    ]);
    expect(await find('getIssues', { q: 'i-2', fields: ['title'] })).toEqual([{ title: 'Lost key' }]);
    expect(await find('getIssues', { q: 'LOCK', sort: 'updated', fields: ['title'] })).toEqual([
      { title: 'New lock' },
    ]);
  });

  it('leave out what is only answered on request', async () => {
    const [issue] = await find('getIssues', { open: true });
    expect(issue).not.toHaveProperty('actions');
    expect(issue).toMatchObject({ open: true, dueDate: null, discussion: { messages: [] } });
    const { body } = await call('getIssue', {
      id: issue?.['id'],
      fields: ['action.snapshots', 'title'],
    });
    expect(body['issue']).toEqual({ 'action.snapshots': null, title: 'Leaking pipe' });
  });

  it('are not_found, and not listed, when they are deleted', async () => {
    const [issue] = await find('getIssues', { open: true });
    await run([set('issue', 'id', [{ id: issue?.['id'], deleted: true }])]);
    expect(await call('getIssue', { id: issue?.['id'] })).toMatchObject({ code: 'not_found' });
    expect(await find('getIssues', {})).toHaveLength(2);
  });
});

describe('interest accounts', () => {
  it('are found by owner number and by e-mail in any case', async () => {
    await run([
      set('Owner Account', 'ownerNumber', [
        { ownerNumber: '007', name: 'Ada', email: 'Ada@example.org' },
        { ownerNumber: '7', name: 'Bo' },
      ]),
    ]);
    expect(await find('getInterestAccounts', { ownerNumber: '007', fields: ['name'] })).toEqual([
      { name: 'Ada' },
    ]);
    expect(await find('getInterestAccounts', { email: 'ada@EXAMPLE.org', fields: ['name'] })).toEqual([
      { name: 'Ada' },
    ]);
    const [first] = await find('getInterestAccounts', { ownerNumber: '7' });
    expect(first).not.toHaveProperty('discussion');
  });
});

describe('documents', () => {
  it('are found by each of their associations', async () => {
    const one = await documentOf({ creatorId: 'c1', userIds: ['u1', 'u2'], taskId: 't1' });
    const two = await documentOf({
      creatorId: 'c2',
      issueId: 'i1',
      interestAccountIds: ['a1'],
      description: 'A letter',
    });
    const idsOf = async (input: object) =>
      (await find('getDocuments', { ...input, fields: ['id'] })).map(({ id }) => id);
    expect(await idsOf({})).toEqual([two.id, one.id]);
    expect(await idsOf({ creatorIds: ['c1', 'x'] })).toEqual([one.id]);
    expect(await idsOf({ userIds: ['u2'] })).toEqual([one.id]);
    expect(await idsOf({ taskId: 't1' })).toEqual([one.id]);
    expect(await idsOf({ issueId: 'i1' })).toEqual([two.id]);
    expect(await idsOf({ interestAccountIds: ['a1'], userIds: ['u1'] })).toEqual([]);
    const [document] = await find('getDocuments', { issueId: 'i1' });
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

describe('responses', () => {
  it('are those of one form, with the titles of its fields', async () => {
    const form = await control('saveForm', { title: 'Survey', fields: [{ id: 'f1', title: 'Colour' }] });
    const { templateId } = form.body;
    const responses = [{ answers: [{ id: 'f1', text: 'Red' }] }, { answers: [] }];
    await control('saveResponses', { templateId, responses });
    const [, first] = await find('getResponses', { templateId });
    expect(first).toMatchObject({ templateId, answers: [{ id: 'f1', title: 'Colour', text: 'Red' }] });
    expect(await call('getResponses', { templateId: 'x' })).toMatchObject({
      code: 'not_found',
    });
  });
});
