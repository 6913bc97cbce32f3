import { beforeEach, describe, expect, it } from 'vitest';
import { client, onASite, set } from '../testing/on-a-site.ts';

const { service, site, call, run, outcomes, users } = onASite();

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

  it('names every wrong record, with its number, its set, its field and what was expected', async () => {
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
    expect(message).toContain('isSuspended: true or false');
    expect(preview?.outcomes).toEqual([
      [1, 'notAttempted'],
      [2, 'failed'],
      [3, 'failed'],
      [4, 'failed'],
    ]);
  });

  it('also names those that conflict with records of the site, up to the first set with a mistake', async () => {
    const twins = ['Ada', 'Bo'].map((name) => ({ name, email: 'home@x.org' }));
    await call('saveUsers', { users: twins });
    const { message, preview } = await refuse([
      client([
        { email: 'home@x.org', name: 'A' },
        { email: 'no', name: 'B' },
        { email: 'new@x.org' },
        { email: 'fine@x.org', name: 'F' },
      ]),
      client([{ id: 'nobody', name: 'X' }], 'id'),
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

  it('counts those beyond its length', async () => {
    const { message } = await refuse([
      client(Array.from({ length: 3000 }, (_, n) => ({ email: `no ${n}`, name: 'N' }))),
    ]);
    expect(message.length).toBeLessThan(110_000);
    const named = message.split('\n').length - 1;
    expect(message).toMatch(new RegExp(`and ${3000 - named} more$`));
  });

  it('counts record sets, too', async () => {
    const { message } = await refuse(Array.from({ length: 2000 }, () => set('dragon', 'id', [{ id: '1' }])));
    const named = message.split('\n').length - 1;
    expect(message).toMatch(new RegExp(`and ${2000 - named} more$`));
  });

  it('is made of a hostile key as of any unknown field', async () => {
    const body = `{"apiKey":"${site.apiKey}","apiSecret":"${site.apiSecret}","recordSets":[{"schema":"client","lookup":"email","records":[{"email":"a@x.org","name":"A","__proto__":{"x":1}}]}]}`;
    expect((await service.post('/import', { body })).message).toContain('__proto__');
  });
});

describe('a refusal by validation', () => {
  const refuse = async (recordSets: object[]) => {
    const refused = await run(recordSets);
    expect(refused).toMatchObject({ status: 'invalid', done: true, success: false, error: true });
    return refused.errorMessage;
  };

  beforeEach(async () => {
    await call('saveUsers', {
      users: [
        { name: 'Ada', email: 'home@x.org' },
        { name: 'Bo', email: 'home@x.org' },
        { name: 'Pro', email: 'p@x.org', userType: 'professional' },
      ],
    });
  });

  it('names every record at once, and nothing is written', async () => {
    const message = await refuse([
      client([
        { email: 'p@x.org', name: 'P' },
        { email: 'new@x.org' },
        { email: 'fine@x.org', name: 'Fine' },
      ]),
      client([{ id: 'nobody', name: 'X' }], 'id'),
      set('professional', 'email', [{ email: 'q@x.org', name: 'Q', roleIds: ['r1', 'r2'] }]),
      set('issue', 'identifier', [{ identifier: 'I', title: 'T', requesterId: 'x', ownerNumbers: ['9'] }]),
    ]);
    expect(message?.split('\n').map((line) => line.split(': ', 2).join(': '))).toEqual([
      'record 1 (set 1, record 1): email',
      'record 2 (set 1, record 2): name',
      'record 4 (set 2, record 1): id',
      'record 5 (set 3, record 1): roleIds',
      'record 6 (set 4, record 1): requesterId',
      'record 6 (set 4, record 1): ownerNumbers',
    ]);
    expect(await users(['name'])).toHaveLength(3);
  });

  it('refuses a name of a list that another list has', async () => {
    await run([set('list', 'name', [{ name: 'One' }, { name: 'Two' }])]);
    const rows = service.services.store.records.scan(site.siteId, {
      kind: 'list',
      order: 'oldest',
      expected: 2,
    });
    const ids: string[] = [];
    for await (const { id } of rows) ids.push(id);
    expect(await refuse([set('list', 'id', [{ id: ids[0], name: 'TWO' }])])).toContain(
      'name: a value that no other',
    );
    expect(await outcomes([set('list', 'id', [{ id: ids[0], name: 'Three' }])])).toEqual(['updated']);
  });
});
