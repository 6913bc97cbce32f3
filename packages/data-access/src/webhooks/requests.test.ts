import { describe, expect, it } from 'vitest';
import type { ChangeEvent } from '@sluice/webhooks';
import { aWebhook } from '../testing/builders.ts';
import { startService } from '../testing/service.ts';
import { webhookModels } from './models.ts';

async function prepared() {
  const service = startService();
  const site = await service.newSite();
  const models = webhookModels.map((model) => ({ model, fields: null }));
  await service.services.store.webhooks.create(aWebhook({ siteId: site.siteId, models }));
  service.advance(10_000);
  return { service, site };
}

const inWords = ({ action, schema }: ChangeEvent): string => `${action} ${schema}`;

describe('requests', () => {
  it('of every kind that write are published', async () => {
    const { service, site } = await prepared();
    const { siteId } = site;
    await service.control('createList', { siteId, name: 'Towns' });
    const items = [{ title: 'Bath' }, { title: 'York' }];
    expect((await service.call('createListItems', site, { listId: 'Towns', items })).ok).toBe(true);
    const form = await service.control('saveForm', { siteId, title: 'F', fields: [{ id: 'a', title: 'A' }] });
    const templateId = form.body['templateId'];
    const responses = [{ answers: [{ id: 'a', text: 'x' }] }];
    expect((await service.control('saveResponses', { siteId, templateId, responses })).ok).toBe(true);
    const file = { fileName: 'a.txt', contentType: 'text/plain', base64: 'QQ==' };
    expect((await service.control('saveDocument', { siteId, ...file })).ok).toBe(true);
    await service.control('deleteList', { siteId, listId: 'Towns' });
    const received = await service.publishedEvents();
    expect(received.map(inWords).toSorted()).toEqual([
      'create document',
      'create list',
      'create listItem',
      'create listItem',
      'create response',
      'create template',
      'delete list',
    ]);
  });
});
