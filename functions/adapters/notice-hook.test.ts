import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Message } from '@sluice/flow/notify/notifier';
import { verify } from '@sluice/client/webhooks';
import { createSender } from '@sluice/aws-kit/outgoing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HookRoute } from '../notice-routes.ts';
import { hookChannel } from './notice-hook.ts';

const mail = {
  subject: 'a.csv: failed',
  text: 'long',
  html: '<p>long</p>',
  brief: 'Nothing was imported.\n',
};
const subject = { runId: 'abcdefgh234567abcdefgh2345' };
const message: Message = { event: 'run.failed', recipients: [], mail, subject };
const now = () => new Date('2026-11-20T08:00:00.000Z');

const got: { readonly body: string; readonly id: string }[] = [];
let status = 200;
const server = createServer((request, response) => {
  void text(request).then((body) => {
    got.push({ body, id: String(request.headers['x-delivery-id']) });
    response.writeHead(status, status === 302 ? { location: 'https://evil.example/' } : {}).end('ok');
  });
});
let host = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  got.length = 0;
  status = 200;
});

interface Trial {
  readonly kind?: HookRoute['kind'];
  readonly secret?: string;
  readonly hosts?: readonly string[];
  readonly allowLoopback?: boolean;
}

function send({
  kind = 'slack',
  secret = `http://${host}/T0/B0/x`,
  hosts = [host],
  allowLoopback = true,
}: Trial = {}) {
  const route: HookRoute = { kind, name: 'ops', secretArn: 'arn:s', hosts, events: undefined };
  const sender = createSender({ allowLoopback, timeoutMs: 2000 });
  return hookChannel(route, { readSecret: async () => secret, send: sender, now }).send(message);
}

describe('a notice in a chat', () => {
  it('has the brief text, and an id that is the same when it is sent again', async () => {
    const [one, two] = [await send(), await send()];
    expect(one).toEqual({ kind: 'sent', messageId: got[0]?.id });
    expect(two).toEqual(one);
    expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ text: mail.subject });
    expect(got[0]?.body).not.toContain('long');
    await send({ kind: 'teams' });
    expect(JSON.parse(got[2]?.body ?? '')).toMatchObject({ type: 'message' });
  });

  it.each([
    [302, 'refused'],
    [404, 'refused'],
    [410, 'refused'],
    [429, 'failed'],
    [503, 'failed'],
  ])('is with the status %d %s, and no redirect is followed', async (answer, kind) => {
    status = answer;
    expect(await send()).toEqual({ kind, code: `Http${answer}` });
    expect(got).toHaveLength(1);
  });

  it('goes to no host that the settings do not name, and to no private address', async () => {
    expect(await send({ hosts: ['hooks.slack.com'] })).toEqual({ kind: 'refused', code: 'HostNotAllowed' });
    expect(await send({ hosts: ['.0.0.1'], secret: 'https://hooks.slack.com.evil.example/' })).toMatchObject({
      code: 'HostNotAllowed',
    });
    expect(await send({ allowLoopback: false })).toEqual({ kind: 'refused', code: 'AddressNotAllowed' });
    expect(got).toEqual([]);
  });

  it('shows nothing of a secret that is no address (invariant 15)', async () => {
    expect(await send({ secret: 'hunter2' })).toEqual({ kind: 'refused', code: 'HostNotAllowed' });
    expect(await send({ secret: '{"key":"hunter2"}' })).toEqual({ kind: 'failed', code: 'ZodError' });
  });
});

it('a notice to a webhook is signed, and its receiver verifies it as it verifies changes', async () => {
  const secret = JSON.stringify({ url: `http://${host}/hook`, secret: 'whsec' });
  expect(await send({ kind: 'webhook', secret })).toMatchObject({ kind: 'sent' });
  const body = got[0]?.body ?? '';
  expect(verify(body, { secret: 'whsec', now: now() }).events).toEqual([]);
  expect(() => verify(body, { secret: 'other', now: now() })).toThrow('signature');
  expect(JSON.parse(body).payload.notice).toEqual({
    id: got[0]?.id,
    event: 'run.failed',
    ...subject,
    title: mail.subject,
    text: mail.brief,
  });
});
