import { describe, expect, it } from 'vitest';
import { at } from '../testing/builders.ts';
import { onASite } from '../testing/on-a-site.ts';
import { webhooksAtMost } from './webhooks.ts';

const url = 'https://receiver.example.org/changes';
const models = [{ model: 'user', fields: ['name', 'email'] }, { model: 'issue' }];

interface Shown {
  readonly webhookId: string;
  readonly version: number;
  readonly secret: string;
}

const { service, control } = onASite();
const create = (input: object = {}) => control('createWebhook', { url, models, ...input });

const webhookIn = ({ body }: { body: Record<string, unknown> }): Shown => body['webhook'] as Shown;

const deliveriesOf = async (ref: object, input: object = {}) =>
  (await control('listDeliveries', { ...ref, ...input })).body as unknown as {
    items: Record<string, unknown>[];
    hasMore: boolean;
    nextCursor?: string;
  };

describe('a webhook', () => {
  it('has a secret that its page shows again and the list does not', async () => {
    const made = webhookIn(await create({ notes: 'Billing' }));
    expect(made).toMatchObject({
      url,
      enabled: true,
      notes: 'Billing',
      models: [models[0], { model: 'issue', fields: null }],
    });
    const ref = { webhookId: made.webhookId };
    expect(webhookIn(await control('getWebhook', ref))).toEqual(made);
    const { body } = await control('listWebhooks');
    expect(body['items']).toMatchObject([{ webhookId: made.webhookId }]);
    expect(JSON.stringify(body)).not.toContain(made.secret);
  });

  it.each([
    [{ url: 'http://receiver.example.org' }, 'https://'],
    [{ url: 'https://127.0.0.1/' }, 'url'],
    [{ url: 'https://169.254.169.254/latest' }, 'url'],
    [{ url: 'https://user:pw@receiver.example.org' }, 'url'],
    [{ models: [] }, 'models'],
    [{ models: [{ model: 'users' }] }, 'models[0].model: expected one of: user, role'],
    [{ models: [{ model: 'user', fields: ['nmae'] }] }, 'models[0].fields[0]: expected one of'],
    [{ models: [{ model: 'user' }, { model: 'user' }] }, 'each model once'],
  ])('is refused with %j, saying what was expected', async (input, words) => {
    const refused = await create(input);
    expect(refused).toMatchObject({ ok: false, code: 'invalid_request' });
    expect(refused.message).toContain(words);
  });

  it('may name the fields that its site has added', async () => {
    const fields = ['customFields', 'custom.f1'];
    expect((await create({ models: [{ model: 'issue', fields }] })).ok).toBe(true);
  });

  it(`is one of ${webhooksAtMost} of its site at most, and of no other site (invariant 19)`, async () => {
    for (let made = 0; made < webhooksAtMost; made += 1) expect((await create()).ok).toBe(true);
    expect((await create()).message).toContain(String(webhooksAtMost));
    const { body } = await control('listWebhooks');
    const [{ webhookId }] = body['items'] as [Shown];
    const other = await service.newSite();
    expect(await control('getWebhook', { siteId: other.siteId, webhookId })).toMatchObject({
      code: 'not_found',
    });
  });

  it('is changed only on the current version, and can get a new secret', async () => {
    const made = webhookIn(await create());
    const ref = { webhookId: made.webhookId };
    const disabled = webhookIn(
      await control('updateWebhook', { ...ref, version: 1, enabled: false, newSecret: true }),
    );
    expect(disabled).toMatchObject({
      version: 2,
      enabled: false,
      disabledReason: 'disabled in the control panel',
    });
    expect(disabled.secret).not.toBe(made.secret);
    const late = await control('updateWebhook', { ...ref, version: 1, url: 'https://b.example.org' });
    expect(late.message).toContain('version: expected 2');
    const early = await control('updateWebhook', { ...ref, version: 3, enabled: true });
    expect(early.message).toContain('version: expected 2');
    const enabled = await control('updateWebhook', { ...ref, version: 2, enabled: true });
    expect(webhookIn(enabled)).toMatchObject({ enabled: true, disabledReason: null, url });
  });
});

describe('deliveries', () => {
  it('are listed newest first, by state, page by page, with the end of each try', async () => {
    const ref = { webhookId: webhookIn(await create()).webhookId };
    for (const status of [200, 500, 200]) {
      service.advance(1000);
      service.publishing.answering(async () =>
        status === 200
          ? { kind: 'delivered', status, durationMs: 3 }
          : { kind: 'refused', status, durationMs: 3 },
      );
      await control('testWebhook', ref);
      await service.publishing.work();
    }
    const all = await deliveriesOf(ref);
    expect(all.items.map(({ state }) => state)).toEqual(['delivered', 'waiting', 'delivered']);
    expect(all.items[1]).toMatchObject({
      tried: 1,
      nextAttemptAt: at(32),
      attempts: [{ status: 500, reason: 'refused', date: at(2), duration: 3 }],
    });
    const waiting = await deliveriesOf(ref, { state: 'waiting' });
    expect(waiting).toMatchObject({ items: [all.items[1]], hasMore: false });
    const first = await deliveriesOf(ref, { limit: 2 });
    expect(first).toMatchObject({ hasMore: true, items: all.items.slice(0, 2) });
    const rest = await deliveriesOf(ref, { limit: 2, cursor: first.nextCursor });
    expect(rest).toMatchObject({ hasMore: false, items: all.items.slice(2) });
  });

  it('that were parked or delivered can be sent again, but not to a disabled webhook', async () => {
    const ref = { webhookId: webhookIn(await create()).webhookId };
    service.publishing.answering(async () => ({ kind: 'gone', status: 410, durationMs: 3 }));
    const { body } = await control('testWebhook', ref);
    const delivery = { ...ref, deliveryId: body['deliveryId'] };
    await service.publishing.work();
    expect((await control('redeliver', delivery)).message).toContain('enabled');
    await control('updateWebhook', { ...ref, version: 2, enabled: true });
    service.publishing.answering(async () => ({ kind: 'delivered', status: 200, durationMs: 3 }));
    for (const sent of [2, 3]) {
      expect((await control('redeliver', delivery)).body).toMatchObject({
        delivery: { state: 'waiting', tried: 0 },
      });
      await service.publishing.work();
      expect(service.publishing.received).toHaveLength(sent);
      expect((await deliveriesOf(ref)).items).toMatchObject([{ state: 'delivered', tried: 1 }]);
    }
    const unknown = { ...ref, deliveryId: 'none' };
    expect(await control('redeliver', unknown)).toMatchObject({ code: 'not_found' });
  });
});
