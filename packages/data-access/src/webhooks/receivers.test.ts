import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import { createSender } from '@sluice/webhooks/send';
import { verify } from '@sluice/webhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { aWebhook } from '../testing/builders.ts';
import { startService } from '../testing/service.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, place: number) => void;

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A receiver on this machine, which answers as the test wants. */
async function aReceiver(answer: Answer) {
  const bodies: string[] = [];
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString());
      paths.push(request.url ?? '');
      answer(request, response, bodies.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}/changes`, bodies, paths };
}

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(code, headers).end();

/** Every name leads into a private network. */
const inward: LookupFunction = (_, options, found) =>
  options.all ? found(null, [{ address: '10.1.2.3', family: 4 }]) : found(null, '10.1.2.3', 4);

/** Saves a user and delivers that to a webhook at the URL by the real sender, with this time limit. */
async function told(url: string, timeoutMs = 10_000) {
  const service = startService();
  const { siteId, ...site } = await service.newSite();
  const webhook = aWebhook({ siteId, url });
  await service.services.store.webhooks.create(webhook);
  service.publishing.sendBy(createSender({ allowLoopback: true, timeoutMs, lookup: inward }));
  await service.call('saveUsers', site, { users: [{ name: 'Ada', email: 'a@x.org' }] });
  await service.publishing.work();
  const ref = { siteId, webhookId: webhook.webhookId };
  return {
    listed: async () => (await service.control('listDeliveries', ref)).body['items'],
    page: async () => (await service.control('getWebhook', ref)).body['webhook'],
    again: async (minutes: number) => {
      service.advance(minutes * 60_000);
      await service.publishing.work();
    },
    events: (body: string) =>
      verify(body, { secret: webhook.secret, now: service.services.now(), toleranceMs: 60_000 }).events,
  };
}

describe('a receiver', () => {
  it('that fails and then succeeds has the delivery once more, signed anew (invariant 18)', async () => {
    const receiver = await aReceiver((request, response, place) =>
      status(place === 1 ? 503 : 204)(request, response, place),
    );
    const { listed, again, events } = await told(receiver.url);
    expect(await listed()).toMatchObject([
      { state: 'waiting', tried: 1, attempts: [{ status: 503, reason: 'refused' }] },
    ]);
    await again(1);
    expect(await listed()).toMatchObject([
      { state: 'delivered', tried: 2, attempts: [{ status: 503 }, { status: 204, reason: null }] },
    ]);
    expect(events(receiver.bodies[1] ?? '')).toMatchObject([{ action: 'create', schema: 'user' }]);
    expect(receiver.bodies[1]).not.toBe(receiver.bodies[0]);
  });

  it('that is slow is not waited for, and tried again later', async () => {
    const receiver = await aReceiver(() => {});
    const { listed, again } = await told(receiver.url, 150);
    expect(await listed()).toMatchObject([
      { state: 'waiting', attempts: [{ status: null, reason: 'unreachable: timeout' }] },
    ]);
    await again(1);
    expect(await listed()).toMatchObject([{ state: 'waiting', tried: 2 }]);
  });

  it('that answers 410 receives nothing more, and its page shows why', async () => {
    const receiver = await aReceiver(status(410));
    const { listed, page } = await told(receiver.url);
    expect(await listed()).toMatchObject([{ state: 'parked', attempts: [{ status: 410, reason: 'gone' }] }]);
    expect(await page()).toMatchObject({
      enabled: false,
      disabledReason: 'the receiver answered 410 Gone',
    });
  });

  it('that redirects is not followed', async () => {
    const receiver = await aReceiver(status(307, { location: '/elsewhere' }));
    const { listed } = await told(receiver.url);
    expect(await listed()).toMatchObject([
      { state: 'waiting', attempts: [{ status: 307, reason: 'redirected: redirects are not followed' }] },
    ]);
    expect(receiver.paths).toEqual(['/changes']);
  });

  it('whose name leads to a private address gets nothing, and the delivery is parked at once', async () => {
    const { listed, page } = await told('https://inside.example.org/changes');
    expect(await listed()).toMatchObject([
      {
        state: 'parked',
        tried: 1,
        attempts: [{ status: null, reason: 'forbidden: the host leads to an address of a private network' }],
      },
    ]);
    expect(await page()).toMatchObject({ enabled: true });
  });

  it('that is not there is tried again later', async () => {
    const receiver = await aReceiver(status(200));
    await stops.pop()?.();
    const { listed } = await told(receiver.url);
    expect(await listed()).toMatchObject([
      { state: 'waiting', attempts: [{ reason: 'unreachable: ECONNREFUSED' }] },
    ]);
  });
});
