import { describe, expect, it } from 'vitest';
import { onASite } from '../testing/on-a-site.ts';
import { responseBytes } from './responses.ts';

describe('the control panel', () => {
  const { service, site, control } = onASite();

  const aForm = async () =>
    String(
      (await control('saveForm', { title: 'Survey', fields: [{ id: 'q1', title: 'Why?' }] })).body[
        'templateId'
      ],
    );

  it('lists documents with their keys and file names, newest first', async () => {
    for (const fileName of ['a.txt', 'b.txt'])
      await control('saveDocument', { fileName, contentType: 'text/plain', base64: 'YQ==' });
    const { body } = await control('listDocuments', { limit: 1 });
    expect(body).toMatchObject({ hasMore: true, items: [{ fileName: 'b.txt', bytes: 1 }] });
    const next = await control('listDocuments', { cursor: body['nextCursor'] });
    expect(next.body).toMatchObject({ hasMore: false, items: [{ fileName: 'a.txt' }] });
  });

  it('changes a form on the version that was read, and lists it', async () => {
    const templateId = await aForm();
    const changed = { templateId, version: 1, title: 'Poll' };
    expect(await control('updateForm', changed)).toMatchObject({ ok: true, body: { version: 2 } });
    const late = await control('updateForm', { ...changed, fields: [{ title: 'Else?' }] });
    expect(late.message).toContain('version: expected the version of the form as it is now');
    expect((await control('listForms')).body).toMatchObject({
      items: [{ templateId, title: 'Poll', version: 2, fields: [{ id: 'q1', title: 'Why?' }] }],
    });
  });

  it('refuses a form, or a response with the titles of its form, that is too large for an item', async () => {
    const fields = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ id: `q${n}`, title: '\u6f22'.repeat(500) }));
    const large = await control('saveForm', { title: 'Survey', fields: fields(150) });
    expect(large.message).toContain('fields: expected ids and titles of at most 204800 bytes together');
    const { body } = await control('saveForm', { title: 'Survey', fields: fields(100) });
    const input = {
      templateId: body['templateId'],
      responses: [{ answers: [] }, { answers: answers(100, 'x') }],
    };
    expect(await control('saveResponses', input)).toMatchObject({ ok: true });
    const long = { answers: answers(100, 'x'.repeat(1000)) };
    const refused = await control('saveResponses', { ...input, responses: [{ answers: [] }, long] });
    expect(refused.message).toContain('responses[1]: expected answers of at most 204800 bytes together');
  });

  it('takes responses within bounds, and lists them', async () => {
    const templateId = await aForm();
    const answers = [{ id: 'q1', text: 'Because', value: { score: [1] } }];
    expect(await control('saveResponses', { templateId, responses: [{ answers }] })).toMatchObject({
      ok: true,
    });
    expect((await control('listResponses', { templateId })).body).toMatchObject({
      items: [{ templateId, answers: [{ id: 'q1', title: 'Why?', text: 'Because', value: { score: [1] } }] }],
    });
  });

  const answers = (count: number, text: string) =>
    Array.from({ length: count }, (_, n) => ({ id: `q${n}`, text }));
  it.each([
    [
      'a text of 10,001 characters',
      answers(1, 'x'.repeat(10_001)),
      'text: expected at most 10000 characters',
    ],
    ['201 answers', answers(201, ''), 'answers: expected at most 200 entries'],
    ['more bytes than a response may have', answers(30, 'é'.repeat(9_000)), String(responseBytes)],
    ['a control character', answers(1, '\u001b[2J'), 'expected well-formed text'],
    ['half a character', answers(1, '\ud800'), 'expected well-formed text'],
    ['values nested 30 deep', [{ id: 'q', text: '', value: nested(30) }], 'nested 20 deep at most'],
    ['values nested 100,000 deep', [{ id: 'q', text: '', value: null }], 'nested 20 deep at most'],
  ])('refuses responses with %s', async (what, wrong, words) => {
    const templateId = await aForm();
    const input = JSON.stringify({ siteId: site.siteId, templateId, responses: [{ answers: wrong }] });
    const deep = what.includes('100,000') ? '['.repeat(100_000) + ']'.repeat(100_000) : 'null';
    const refused = await service.controlText('saveResponses', input.replace('null', deep));
    expect(refused).toMatchObject({ code: 'invalid_request' });
    expect(refused.message).toContain(words);
    expect((await control('listResponses', { templateId })).body['items']).toEqual([]);
  });
});

function nested(deep: number): unknown {
  return deep === 0 ? 1 : [nested(deep - 1)];
}
