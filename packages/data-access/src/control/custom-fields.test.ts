import { describe, expect, it } from 'vitest';
import { onASite, set } from '../testing/on-a-site.ts';

const { service, site, call, control, run } = onASite();

const declare = async (field: object) => control('declareCustomField', { ...field });
const declared = async (field: object): Promise<string> => String((await declare(field)).body['id']);

const issues = (records: object[], lookup = 'identifier') => [{ schema: 'issue', lookup, records }];
const customOf = async (identifier: string) => {
  const { body } = await call('getIssues', { q: identifier, fields: ['customFields'] });
  return (body['items'] as { customFields: unknown }[])[0]?.customFields;
};

describe('a custom field', () => {
  it('is declared, listed, renamed and retired', async () => {
    const id = await declared({ schema: 'Issue', title: 'Colour', type: 'choice', options: ['Red', 'Blue'] });
    await declared({ schema: 'owner account', title: 'Colour', type: 'text' });
    const field = {
      id,
      schema: 'issue',
      title: 'Colour',
      type: 'choice',
      options: ['Red', 'Blue'],
      retired: false,
    };
    const list = (input: object = {}) => control('listCustomFields', { ...input });
    expect((await list({ schema: 'issue' })).body['customFields']).toEqual([field]);
    const renamed = await control('renameCustomField', { id, title: 'Paint' });
    expect(renamed.body['customField']).toEqual({ ...field, title: 'Paint' });
    await control('retireCustomField', { id });
    expect((await list()).body['customFields']).toMatchObject([
      { title: 'Paint', retired: true },
      { schema: 'interestAccount', title: 'Colour' },
    ]);
    expect(await control('renameCustomField', { id, title: 'X' })).toMatchObject({ code: 'not_found' });
  });

  it.each([
    [{ title: 'Due date' }, 'dueDate'],
    [{ siteId: 'x'.repeat(201) }, 'siteId: expected'],
    [{ siteId: 'a\u0000b' }, 'siteId: expected an id'],
    [{ title: 'COL-our' }, 'other than that of the field'],
    [{ title: '-' }, 'letters or digits'],
    [{ title: 'a\u0000b' }, 'control characters'],
    [{ schema: 'client' }, 'expected one of: interestAccount, issue'],
    [{ type: 'choice' }, 'expected options for a choice'],
    [{ options: ['a'] }, 'expected options for a choice'],
    [{ type: 'choice', options: ['a b', 'A-B'] }, 'no two of which'],
    [{ type: 'choice', options: ['a\nrecord 2 (set 1, record 2): name'] }, 'without control characters'],
    [{ type: 'colour' }, 'type: expected one of: text, number, date, boolean, choice'],
  ])('is refused with %j', async (wrong, expected) => {
    await declared({ schema: 'issue', title: 'Colour', type: 'text' });
    const answer = await declare({ schema: 'issue', title: 'Size', type: 'text', ...wrong });
    expect(answer).toMatchObject({ code: 'invalid_request', message: expect.stringContaining(expected) });
  });

  it('is one of at most 100 fields in 64 KiB, and more is refused with the number', async () => {
    const options = Array.from({ length: 200 }, (_, n) => `${n} ${'x'.repeat(190)}`);
    const choice = { schema: 'issue', title: 'Choice', type: 'choice', options };
    await declared(choice);
    expect((await declare({ ...choice, title: 'Second' })).message).toContain('65536');
    for (let n = 1; n < 100; n += 1) await declared({ schema: 'issue', title: `Field ${n}`, type: 'text' });
    expect((await declare({ schema: 'issue', title: 'One more', type: 'text' })).message).toContain('100');
  });

  it('is declared once by two concurrent requests', async () => {
    const both = await Promise.all(
      [1, 2].map(() => declare({ schema: 'issue', title: 'Colour', type: 'text' })),
    );
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  });
});

describe('an import', () => {
  it('takes custom fields by title or id, as values or as texts of a sheet, and they are answered on request', async () => {
    const colour = await declared({
      schema: 'issue',
      title: 'Colour',
      type: 'choice',
      options: ['Red', 'Blue'],
    });
    const size = await declared({ schema: 'issue', title: 'Shoe size', type: 'number' });
    const seen = await declared({ schema: 'issue', title: 'Seen on', type: 'date' });
    const { success } = await service.importAll(
      site,
      issues([
        { identifier: 'I-1', title: 'One', 'shoe-SIZE': '44.5', COLOUR: 'red', [seen]: '2026-01-31' },
        { identifier: 'I-2', title: 'Two', 'Shoe size': 41 },
        { identifier: 'I-3', title: 'Three' },
      ]),
    );
    expect(success).toBe(true);
    expect(await customOf('I-1')).toEqual([
      { id: colour, title: 'Colour', text: 'Red' },
      { id: size, title: 'Shoe size', text: '44.5' },
      { id: seen, title: 'Seen on', text: '2026-01-31' },
    ]);
    expect(await customOf('I-2')).toEqual([{ id: size, title: 'Shoe size', text: '41' }]);
    expect(await customOf('I-3')).toBeNull();
    const { body } = await call('getIssues', {});
    expect(JSON.stringify(body)).not.toContain('Shoe size');
    expect(JSON.stringify(body)).not.toContain('44.5');
  });

  it('answers them of one issue and of interest accounts, too', async () => {
    await declared({ schema: 'interestAccount', title: 'Held since', type: 'date' });
    await declared({ schema: 'issue', title: 'Urgent', type: 'boolean' });
    const held = { ownerNumber: '1', name: 'Ada', 'Held since': '2026-01-31T09:30:00Z' };
    const { preview } = await run([
      set('interestAccount', 'ownerNumber', [held]),
      ...issues([{ identifier: 'I-1', title: 'One', Urgent: 'yes' }]),
    ]);
    const { body } = await call('getInterestAccounts', { fields: ['customFields'] });
    expect(body['items']).toMatchObject([{ customFields: [{ text: '2026-01-31T09:30:00.000Z' }] }]);
    const id = preview?.outcomes[1]?.[2];
    const issue = await call('getIssue', { id, fields: ['customFields'] });
    expect(issue.body['issue']).toMatchObject({ customFields: [{ title: 'Urgent', text: 'true' }] });
  });

  it('names a wrong value by its title, and lists the titles for an unknown field', async () => {
    const size = await declared({ schema: 'issue', title: 'Shoe size', type: 'number' });
    await declared({ schema: 'interestAccount', title: 'Hat size', type: 'number' });
    const wrong = { identifier: 'I-1', title: 'One', [size]: '1,5', 'Hat size': 7, [`custom.${size}`]: 8 };
    const { code, message } = await call('import', { recordSets: issues([wrong]) });
    expect(code).toBe('invalid_request');
    const lines = message.split('\n');
    expect(lines[0]).toBe(
      'record 1 (set 1, record 1): Shoe size: is not a number. Write one such as `1234.5`.',
    );
    expect(lines[1]).toMatch(/: Hat size: is not a field of issue\. Its fields are `Shoe size`, id, /u);
    expect(lines[2]).toContain(`: custom.${size}: is not a field of issue.`);
    expect(lines).toHaveLength(3);
  });

  it('refuses a field that a record names twice, and a retired one', async () => {
    const id = await declared({ schema: 'issue', title: 'Shoe size', type: 'number' });
    const twice = { identifier: 'I-1', title: 'One', 'Shoe size': 1, [id]: 1 };
    expect((await call('import', { recordSets: issues([twice]) })).message).toContain(
      ': is the field Shoe size, which the record has under another name too. Send it once.',
    );
    await control('retireCustomField', { id });
    const retired = { identifier: 'I-1', title: 'One', 'Shoe size': 1 };
    expect((await call('import', { recordSets: issues([retired]) })).message).toContain(
      'Shoe size: is not a field of issue. Its fields are ',
    );
  });

  it('clears a field by null and by white space, keeps an absent one, and names the title in its diffs', async () => {
    const id = await declared({ schema: 'issue', title: 'Colour', type: 'text' });
    await declared({ schema: 'issue', title: 'Size', type: 'number' });
    const first = { identifier: 'I-1', title: 'One', Colour: 'red', Size: 1 };
    await run(issues([first]));
    expect((await run(issues([first]))).preview?.counts.unchanged).toBe(1);
    const second = { identifier: 'I-1', Colour: 'blue' };
    const dry = await run(issues([second]), { dryRun: true });
    const real = await run(issues([second]));
    for (const { preview } of [dry, real]) {
      expect(preview?.diffs).toEqual([[1, { Colour: ['red', 'blue'] }]]);
    }
    const cleared = await run(issues([{ identifier: 'I-1', [id]: null, Size: ' ' }]));
    expect(cleared.preview?.diffs).toEqual([[1, { Colour: ['blue', null], Size: [1, null] }]]);
    expect(await customOf('I-1')).toBeNull();
  });

  it('uses the fields that existed when it began', async () => {
    const id = await declared({ schema: 'issue', title: 'Colour', type: 'text' });
    const records = [
      { identifier: 'I-1', title: 'One', Colour: 'red' },
      { identifier: 'I-2', title: 'Two' },
    ];
    const { body } = await call('import', { recordSets: issues(records) });
    await control('renameCustomField', { id, title: 'Paint' });
    await service.drain();
    expect(await service.status(site, String(body['importId']))).toMatchObject({ success: true });
    expect(await customOf('I-1')).toEqual([{ id, title: 'Paint', text: 'red' }]);
    await control('retireCustomField', { id });
    expect(await customOf('I-1')).toBeNull();
  });

  it('sees the fields of its own site only (invariant 19)', async () => {
    await declared({ schema: 'issue', title: 'Colour', type: 'text' });
    const other = await service.newSite();
    const recordSets = issues([{ identifier: 'I-1', title: 'One', Colour: 'red' }]);
    expect(await service.call('import', other, { recordSets })).toMatchObject({ code: 'invalid_request' });
  });
});
