import { describe, expect, it } from 'vitest';
import { fakeSystem, json } from '../testing/fake-system.ts';

describe('sluice export', () => {
  const system = fakeSystem();
  const meta = { requestId: 'r', duration: 1, rateLimitRemaining: 900, rateLimitLimit: 1000 };
  const page = (items: object[], more: object = {}) =>
    json({ ok: true, meta, hasMore: false, items, ...more });
  const ann = {
    id: 'a1',
    name: 'Ann',
    email: 'ann@example.com',
    cellPhone: '+44 1',
    isSuspended: false,
    deleted: false,
  };

  it('writes every page of records that are not deleted, and the command that drops them again', async () => {
    system.answers(
      page([ann, { ...ann, id: 'gone', deleted: true }], { hasMore: true, nextCursor: 'c2' }),
      page([{ ...ann, id: 'b2', name: '=Bo', email: null }]),
    );
    await system.ends('export out.csv --schema client --where q=smith', {
      stderr: ['Exported 2 records to out.csv.', 'npx sluice drop out.csv --schema client --lookup id'],
    });
    const [, first = '', second = ''] = (await system.read('out.csv')).split('\r\n');
    expect(first).toMatch(
      /^"a1","Ann","ann@example\.com",.*"'\+44 1",.*"no",.*"exported","","a1","","exp-[0-9a-f]{16}-[0-9a-f]{8}-[\w-]+"$/u,
    );
    expect(second).toContain(`"b2","'=Bo",""`);
    const bodies = system.posted().map(([, body]) => body);
    expect(bodies[0]).toMatchObject({ q: 'smith', userType: 'client', limit: 1000, sort: 'oldest' });
    expect(bodies[1]).toMatchObject({ cursor: 'c2' });
    await system.ends('plan out.csv --schema client --lookup id', {
      stdout: ['Nothing would be sent: every row is as exported.', '2 read, 0 wrong, 2 as exported'],
    });
  });

  it('leaves out records that a drop could not find by the lookup, and says so', async () => {
    system.answers(page([ann, { ...ann, id: 'b2', email: null }]));
    await system.ends('export --schema client --lookup email', {
      stdout: '"ann@example.com","Ann"',
      stderr: ['Exported 1 record.', '1 record without email left out; --lookup id exports every record.'],
    });
  });

  it('waits for the next hour before it spends the calls that runs need', async () => {
    const scarce = { meta: { ...meta, rateLimitRemaining: 100 } };
    system.answers(page([ann], { ...scarce, hasMore: true, nextCursor: 'c2' }), page([{ ...ann, id: 'b2' }]));
    await system.ends('export --schema client', {
      stderr: /1 record so far\. The rest follows at \d\d:00 UTC/u,
    });
  });

  it('writes the fields that the site has added, and a drop changes only the rows that were edited', async () => {
    const issue = (id: string, fields: Record<string, string>) => ({
      ...{ id, identifier: `I-${id}`, title: `Roof ${id}`, open: true, deleted: false },
      customFields: Object.entries(fields).map(([title, text]) => ({ id: `f-${title}`, title, text })),
    });
    system.answers(
      page([issue('1', { Colour: 'red' })], { hasMore: true, nextCursor: 'c2' }),
      page([issue('2', { Colour: 'blue', 'Shoe size': '44.5' }), { ...issue('3', {}), customFields: null }]),
    );
    await system.ends('export issues.csv --schema issue --lookup identifier', {});
    expect(system.posted()[0]?.[1]).toMatchObject({
      fields: expect.arrayContaining(['title', 'customFields']),
    });
    const sheet = await system.read('issues.csv');
    expect(sheet.split('\r\n')[0]).toContain('"customFields.Colour","customFields.Shoe size","Status"');
    await system.write('issues.csv', sheet.replace('"blue"', '"green"'));
    const { stdout } = await system.ends(
      'plan issues.csv --schema issue --lookup identifier --records 3 --format json',
      {},
    );
    const { records } = JSON.parse(stdout) as { records: { fields: Record<string, unknown> }[] };
    const custom = records.map(({ fields }) => [fields['identifier'], fields['Colour'], fields['Shoe size']]);
    expect(custom).toEqual([['I-2', 'green', '44.5']]);
  });

  it('reports what the service refuses', async () => {
    const error = { code: 'unauthorized', message: 'The token is disabled.', status: 401 };
    system.answers(json({ ok: false, meta, error }));
    await system.ends('export --schema role', { status: 4, stderr: 'The token is disabled.' });
  });

  it.each([
    ['export --schema list', 'the service has no operation that lists these records'],
    [
      'export --schema client --where name=Ann',
      'no filter of client. Expected updatedAfter, updatedBefore or q',
    ],
    ['export --schema issue --where open=maybe', '--where open'],
    ['export --schema role --where q=x', 'Expected no --where for this schema'],
    ['export --schema client --lookup phone', 'no lookup of client has this name'],
    ['export', '--schema'],
    ['export no/such/out.csv --schema issue', 'expected a file that can be written, in a folder that exists'],
  ])('refuses `%s`', async (words, stderr) => {
    await system.ends(words, { status: 2, stderr });
    expect(system.seen).toHaveLength(0);
  });

  it('replaces no file, and calls nothing for it', async () => {
    await system.write('out.csv', 'edited');
    await system.ends('export out.csv --schema client', { status: 2, stderr: 'no file is replaced' });
    expect(await system.read('out.csv')).toBe('edited');
    expect(system.seen).toHaveLength(0);
  });
});
