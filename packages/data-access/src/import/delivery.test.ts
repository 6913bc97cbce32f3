import { describe, expect, it } from 'vitest';
import type { Mailer } from '@sluice/answers';
import { ImportBusyError } from '../lease/lease.ts';
import { runImport } from '../engine/run-import.ts';
import { client, onASite } from '../testing/on-a-site.ts';
import type { Answered, Credentials } from '../testing/service.ts';

const { service, site, call, control, run } = onASite();

const recordSets = [client([{ email: 'a@x.org', name: 'Ada' }])];
const wrong = [client([{ email: 'no', name: 'Ada' }])];

describe('notifications', () => {
  const emails = { successNotificationEmails: ['s@x.org'], failureNotificationEmails: ['f@x.org'] };
  const received = () => service.mails.map(({ to }) => to.join());

  it('go out once, on success and on failure, for dry runs too (invariant 13)', async () => {
    await run(recordSets, emails);
    expect(received()).toEqual(['s@x.org']);
    await run(recordSets, { ...emails, dryRun: true });
    expect(received()).toEqual(['s@x.org', 's@x.org']);
    await run(wrong, emails);
    expect(received()).toEqual(['s@x.org', 's@x.org', 'f@x.org']);
    await service.importAll(site, [client([{ id: 'x', name: 'X' }], 'id')], emails);
    expect(received()).toEqual(['s@x.org', 's@x.org', 'f@x.org', 'f@x.org']);
  });

  it('are sent once when two workers have the message (invariant 13)', async () => {
    const message = await service.queued(site, recordSets, emails);
    let second: Promise<void> | undefined;
    const mailer: Mailer = {
      send: async (to, mail) => {
        // The message comes again while the mail is on its way.
        second ??= runImport(message, service.services);
        await second.catch(() => undefined);
        return service.services.mailer.send(to, mail);
      },
    };
    await runImport(message, { ...service.services, mailer });
    await expect(second).rejects.toThrow(ImportBusyError);
    await runImport(message, service.services);
    expect(received()).toEqual(['s@x.org']);
  });

  it('of a malformed request go to the addresses that it names', async () => {
    await call('import', { failureNotificationEmails: ['f@x.org'], recordSets: 7 });
    await service.drain();
    expect(received()).toEqual(['f@x.org']);
  });

  const addresses = (count: number) => Array.from({ length: count }, (_, n) => `s${n}@x.org`);

  it('are a mail to each address, at most 10 and each once, so that nobody sees the others', async () => {
    const ten = [...addresses(9), 'S0@x.org'];
    await run(recordSets, { successNotificationEmails: ten });
    expect(service.mails.map(({ to }) => to)).toEqual(addresses(9).map((address) => [address]));
    const many = await call('import', { recordSets, successNotificationEmails: addresses(11) });
    expect(many.message).toBe('successNotificationEmails: expected at most 10 entries');
  });

  it('of a malformed request are none if it names more than 10 addresses', async () => {
    await call('import', { failureNotificationEmails: addresses(11), recordSets: 7 });
    await service.drain();
    expect(received()).toEqual([]);
  });

  it('go on after the address whose mail was not taken (invariant 13)', async () => {
    const message = await service.queued(site, recordSets, { successNotificationEmails: addresses(3) });
    const mailer: Mailer = {
      send: async (to, mail) =>
        to[0] === 's1@x.org' ? { kind: 'failed', code: 'busy' } : service.services.mailer.send(to, mail),
    };
    await expect(runImport(message, { ...service.services, mailer })).rejects.toThrow('busy');
    service.advance(60_000);
    await runImport(message, service.services);
    expect(received()).toEqual(addresses(3));
  });

  it('are limited to so many a day for a token, also for malformed requests, and not for others', async () => {
    const token = (await control('createToken', { permission: 'write', dailyMails: 5 })).body;
    const by = { apiKey: String(token['apiKey']), apiSecret: String(token['apiSecret']) };
    const send = (count: number, sets: unknown = recordSets) =>
      service.call('import', by, { recordSets: sets, failureNotificationEmails: addresses(count) });
    expect((await send(4)).ok).toBe(true);
    expect(await send(2)).toMatchObject({ code: 'invalid_request' });
    await send(2, 7);
    await send(1, 7);
    expect((await send(1)).message).toMatch(/^failureNotificationEmails: expected none/u);
    expect((await send(0)).ok).toBe(true);
    await service.drain();
    expect(received()).toEqual(['s0@x.org']);
    expect((await call('import', { recordSets, ...emails })).ok).toBe(true);
    service.advance(24 * 3_600_000);
    expect((await send(1)).ok).toBe(true);
  });

  it('go only to the domains that the site allows', async () => {
    await control('updateSite', { mailDomains: ['X.org', 'example.com'] });
    const send = (...list: string[]) => call('import', { recordSets, successNotificationEmails: list });
    expect((await send('a@x.org', 'b@EXAMPLE.com')).ok).toBe(true);
    expect((await send('a@x.org', 'b@y.x.org')).message).toBe(
      'successNotificationEmails[1]: expected an address at one of: x.org, example.com.',
    );
    expect(await send('a@evil.org@x.org.evil.org')).toMatchObject({ code: 'invalid_request' });
    await call('import', { failureNotificationEmails: ['b@y.org'], recordSets: 7 });
    await control('updateSite', { mailDomains: null });
    expect((await send('b@y.org')).ok).toBe(true);
    await service.drain();
    expect(received()).toEqual(['a@x.org', 'b@EXAMPLE.com', 'b@y.org']);
  });

  it('hold no value of a record in their subject (invariant 15)', async () => {
    await run(recordSets, { ...emails, filename: 'clients.csv' });
    expect(service.mails[0]?.mail.subject).not.toContain('Ada');
  });
});

interface Sent {
  readonly by?: Credentials;
  readonly path?: string;
  readonly key?: string;
  readonly query?: Record<string, string>;
}
/** An import as a client sends it, with its credentials in the headers. */
const send = (body: object | string, { by = site, path = '/import', key, query = {} }: Sent = {}) =>
  service.post(path, {
    headers: { 'x-api-key': by.apiKey, 'x-api-secret': by.apiSecret, ...(key && { 'idempotency-key': key }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    query,
  });

describe('Idempotency-Key', () => {
  it('refuses a body that is nested too deep', async () => {
    const deep = `{"recordSets":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(await send(deep, { key: 'k1' })).toMatchObject({ code: 'invalid_request' });
  });

  it('repeats a refusal with the same importId', async () => {
    for (const body of [{ recordSets: wrong }, { recordSets: [], dryRun: 1 }]) {
      const key = JSON.stringify(body);
      const first = await send(body, { key });
      const again = await send(body, { key });
      expect(first.code).toBe('invalid_request');
      expect(again.body).toMatchObject({ error: first.body['error'], importId: first.body['importId'] });
    }
  });

  it('is free again after 24 hours', async () => {
    const first = await send({ recordSets }, { key: 'k1' });
    service.advance(24 * 3_600_000);
    const later = await send({ recordSets: wrong }, { key: 'k1' });
    expect(later.body['importId']).not.toBe(first.body['importId']);
  });

  it('has the import of its first request, whichever dry run a repetition names', async () => {
    const first = await send({ recordSets }, { key: 'k1' });
    const again = await send({ recordSets, asInDryRun: 'another dry run' }, { key: 'k1' });
    expect(again.body['importId']).toBe(first.body['importId']);
  });

  it('makes one import of concurrent requests with one body', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send({ recordSets }, { key: 'k1' })));
    expect(new Set(answers.map(({ body }) => body['importId'])).size).toBe(1);
  });
});

describe('wait', () => {
  const waiting = { recordSets, wait: true };
  const locationOf = ({ response }: Answered, base = 'http://service/') =>
    new URL(response.headers['Location'] ?? '', base);
  const queryOf = (answer: Answered) => Object.fromEntries(locationOf(answer).searchParams);

  it.each(['/import', '/import/', '/import//'])('redirects a call of %s to the operation', async (path) => {
    const { href } = locationOf(await send(waiting, { path }), `http://service/v1${path}`);
    expect(href).toMatch(/^http:\/\/service\/v1\/import\?wait=/);
  });

  it('redirects the request to itself without spending rate, and never imports the body again', async () => {
    let answer = await send(waiting);
    let hops = 0;
    for (; answer.response.status === 307; hops += 1) {
      answer = await send(waiting, { path: locationOf(answer).pathname, query: queryOf(answer) });
      expect(answer.response.headers['X-RateLimit-Remaining']).toBe('99999');
    }
    expect(hops).toBe(10);
    expect(answer.body).toMatchObject({ ok: true, importStatus: { status: 'new', done: false } });
    expect(service.messages.length).toBeGreaterThan(0);
    await service.drain();
    expect((await call('getUsers')).body['items']).toHaveLength(1);
  });

  it('keeps at most 10 requests of a token waiting, and redirects the others at once', async () => {
    const others = (await control('createToken', { permission: 'write' })).body;
    const by = { apiKey: String(others['apiKey']), apiSecret: String(others['apiSecret']) };
    let waitingNow = 0;
    let most = 0;
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const { sleep } = service.services;
    const counted = async (ms: number) => {
      most = Math.max(most, (waitingNow += 1));
      await released;
      waitingNow -= 1;
      return sleep(ms);
    };
    Object.assign(service.services, { sleep: counted });
    const all = Array.from({ length: 25 }, () => send(waiting));
    for (const answer of await Promise.all(all.slice(10))) expect(answer.response.status).toBe(307);
    expect(most).toBe(10);
    const other = send(waiting, { by });
    while (most < 11) await new Promise((resolve) => setImmediate(resolve));
    release();
    expect((await Promise.all([...all, other])).map(({ response }) => response.status)).toEqual(
      Array.from({ length: 26 }, () => 307),
    );
    Object.assign(service.services, { sleep });
    await send(waiting);
    expect(service.messages).toHaveLength(27);
  });

  it('waits again when an earlier request of the token has its answer', async () => {
    const { sleep } = service.services;
    Object.assign(service.services, { sleep: () => service.drain() });
    for (let n = 0; n < 12; n += 1)
      expect((await send(waiting)).body).toMatchObject({ importStatus: { status: 'success' } });
    Object.assign(service.services, { sleep });
  });

  it('refuses its link for another hop, after its time, and from another token', async () => {
    const { body } = await control('createToken', { permission: 'write' });
    const by = { apiKey: String(body['apiKey']), apiSecret: String(body['apiSecret']) };
    const query = queryOf(await send(waiting));
    const refused = { code: 'invalid_request', message: expect.stringMatching(/^wait: /u) };
    expect(await send({}, { query: { ...query, hop: '2' } })).toMatchObject(refused);
    expect(await send({}, { query: { wait: query['wait'] ?? '' } })).toMatchObject(refused);
    expect(await send({}, { query, by })).toMatchObject(refused);
    service.advance(3 * 60_000);
    expect(await send({}, { query })).toMatchObject(refused);
  });

  it('spends the rate when its link is followed more than three times', async () => {
    const { body } = await control('createToken', { permission: 'write', rateLimit: 2 });
    const by = { apiKey: String(body['apiKey']), apiSecret: String(body['apiSecret']) };
    const query = queryOf(await send(waiting, { by }));
    await service.drain();
    for (const remaining of ['1', '1', '1', '0'])
      expect((await send({}, { by, query })).response.headers['X-RateLimit-Remaining']).toBe(remaining);
    expect(await send({}, { by, query })).toMatchObject({ code: 'too_many_requests' });
  });

  it('spends a unit of the rate for a link that the service did not give', async () => {
    const { body } = await control('createToken', { permission: 'write', rateLimit: 1 });
    const by = { apiKey: String(body['apiKey']), apiSecret: String(body['apiSecret']) };
    const forged = { by, query: { wait: 'junk', hop: '1' } };
    expect(await send({}, forged)).toMatchObject({ code: 'invalid_request' });
    expect(await send({}, forged)).toMatchObject({ code: 'too_many_requests' });
  });
});

describe('an import without a worker', () => {
  it('is queued again by any request about it, minutes after its message was lost (invariant 12)', async () => {
    const { importId } = await service.queued(site, recordSets);
    expect(await service.status(site, importId)).toMatchObject({ status: 'new', done: false });
    expect(service.messages).toEqual([]);
    service.advance(6 * 60_000);
    await service.status(site, importId);
    await service.status(site, importId);
    expect(service.messages).toHaveLength(1);
    await service.drain();
    expect(await service.status(site, importId)).toMatchObject({ status: 'success' });
  });

  it('is stored, and named in the answer, when it could not be queued', async () => {
    service.services.queue.send = async () => {
      throw new Error('no queue');
    };
    const { code, body } = await call('import', { recordSets });
    expect(code).toBe('server_error');
    expect(await service.status(site, String(body['importId']))).toMatchObject({ status: 'new' });
  });
});
