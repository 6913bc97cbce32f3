import { describe, expect, it } from 'vitest';
import { newRecord } from '../records/fields.ts';
import { anyUse } from '../records/use.ts';
import { newEntries } from '../records/lookup.ts';
import { orderedId } from '../store/ids.ts';
import { asNew } from '../testing/builders.ts';
import { client, onASite, set } from '../testing/on-a-site.ts';

const { service, site, call, control, run, outcomes } = onASite();

describe('a refusal at once', () => {
  const refuse = async (recordSets: unknown, options: object = {}) => {
    const answer = await call('import', { recordSets, ...options });
    expect(answer).toMatchObject({ ok: false, code: 'invalid_request', body: { error: { status: 400 } } });
    const importId = String(answer.body['importId']);
    const kept = await service.status(site, importId);
    expect(kept).toMatchObject({
      status: 'invalid',
      done: true,
      success: false,
      error: true,
      errorMessage: answer.message,
    });
    return { message: answer.message, preview: kept.preview };
  };

  it('names every wrong record, with its number, its set, its field and what to write', async () => {
    const { message, preview } = await refuse([
      client([
        { email: 'a@x.org', name: 'Ada' },
        { email: 'no', name: 'Bo' },
        { email: 'c@x.org', salary: 1, isSuspended: 'yes' },
      ]),
      set('role', 'name', [{ name: null }]),
    ]);
    expect(message.split('\n').map((line) => line.split(': ', 2).join(': '))).toEqual([
      'record 2 (set 1, record 2): email',
      'record 3 (set 1, record 3): salary',
      'record 3 (set 1, record 3): isSuspended',
      'record 4 (set 2, record 1): name',
    ]);
    expect(message).toContain('isSuspended: is neither true nor false. Write `true` or `false`.');
    expect(preview?.outcomes).toEqual([
      [1, 'notAttempted'],
      [2, 'failed'],
      [3, 'failed'],
      [4, 'failed'],
    ]);
  });

  it('also names conflicts with records of the site, up to the first set with a problem', async () => {
    const twins = ['Ada', 'Bo'].map((name) => ({ name, email: 'home@x.org' }));
    await call('saveUsers', { users: twins });
    const { message, preview } = await refuse([
      client([
        { email: 'home@x.org', name: 'A' },
        { email: 'no', name: 'B' },
        { email: 'new@x.org' },
        { email: 'fine@x.org', name: 'F' },
      ]),
      client([{ id: 'unknown', name: 'X' }], 'id'),
    ]);
    expect(message.split('\n').map((line) => line.split(': ', 2).join(': '))).toEqual([
      'record 1 (set 1, record 1): email',
      'record 2 (set 1, record 2): email',
      'record 3 (set 1, record 3): name',
    ]);
    expect(preview?.counts).toMatchObject({ failed: 3, notAttempted: 2 });
  });

  it('never repeats a value', async () => {
    const { message } = await refuse([
      client([{ email: 'secret value', name: 'Ada', cellPhone: 'call me' }]),
    ]);
    expect(message).not.toMatch(/secret value|call me/);
  });

  it('counts the problems beyond its length', async () => {
    const records = Array.from({ length: 3000 }, (_, n) => ({ email: `no ${n}`, name: 'N' }));
    const { message } = await refuse([client(records)]);
    expect(message.length).toBeLessThan(110_000);
    const named = message.split('\n').length - 1;
    expect(message).toMatch(new RegExp(`and ${3000 - named} more$`));
  });

  it('of 75,000 wrong fields is quick, also where the site has many fields of its own', async () => {
    for (let n = 0; n < 100; n += 1)
      await control('declareCustomField', { schema: 'issue', title: `Field ${n}`, type: 'text' });
    let made = 0;
    const unknown = () => Object.fromEntries(Array.from({ length: 499 }, () => [`x${(made += 1)}`, 1]));
    const records = Array.from({ length: 150 }, (_, n) => ({ title: `t${n}`, ...unknown() }));
    const started = performance.now();
    const { message } = await refuse([set('issue', 'title', records)]);
    expect(message).toMatch(/^record 1 \(set 1, record 1\): x1: [^]*\nand \d{5} more$/u);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('of a thousand references to a name that ten thousand records have is quick', async () => {
    const { records, lookups } = service.services.store;
    const writing = { writer: 'test', importId: null, date: service.services.now().toISOString() };
    const roles = Array.from({ length: 10_000 }, (_, n) =>
      newRecord({ kind: 'role', id: orderedId(service.services.now(), 'role', n) }, { name: 'R' }, writing),
    );
    await lookups.add(
      site.siteId,
      roles.flatMap((role) => newEntries(role, undefined, anyUse)),
    );
    await records.write(site.siteId, roles.map(asNew));
    const roleIds = Array.from({ length: 1_000 }, (_, n) => (n % 2 === 0 ? 'R' : 'r'));
    const people = set('professional', 'email', [{ email: 'a@x.org', name: 'A', roleIds }]);
    const started = performance.now();
    expect((await refuse([people, client([{ email: 'no' }])])).message).toContain(
      'roleIds: names 10000 records',
    );
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('names a hostile key like any unknown field', async () => {
    const body = `{"apiKey":"${site.apiKey}","apiSecret":"${site.apiSecret}","recordSets":[{"schema":"client","lookup":"email","records":[{"email":"a@x.org","name":"A","__proto__":{"x":1}}]}]}`;
    expect((await service.post('/import', { body })).message).toContain('__proto__');
  });
});

it('a name that another list has is refused by validation', async () => {
  const lists = set('list', 'name', [{ name: 'One' }, { name: 'Two' }]);
  const id = (await run([lists])).preview?.outcomes[0]?.[2];
  const { status, errorMessage } = await run([set('list', 'id', [{ id, name: 'TWO' }])]);
  expect(status).toBe('invalid');
  expect(errorMessage).toContain('name: is already in another list.');
  expect(await outcomes([set('list', 'id', [{ id, name: 'Three' }])])).toEqual(['updated']);
});
