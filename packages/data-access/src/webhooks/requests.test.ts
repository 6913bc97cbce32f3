import { describe, expect, it } from 'vitest';
import type { ChangeEvent } from '@sluice/contract/webhooks';
import { aWebhook } from '../testing/builders.ts';
import { onASite } from '../testing/on-a-site.ts';
import { webhookModels } from './models.ts';

const { service, site, call, control } = onASite();

const inWords = ({ action, schema }: ChangeEvent): string => `${action} ${schema}`;

describe('requests', () => {
  it('that write records of any kind are published', async () => {
    const models = webhookModels.map((model) => ({ model, fields: null }));
    await service.services.store.webhooks.create(aWebhook({ siteId: site.siteId, models }));
    service.advance(10_000);
    await control('createList', { name: 'Towns' });
    const items = [{ title: 'Bath' }, { title: 'York' }];
    expect((await call('createListItems', { listId: 'Towns', items })).ok).toBe(true);
    const form = await control('saveForm', { title: 'F', fields: [{ id: 'a', title: 'A' }] });
    const templateId = form.body['templateId'];
    const responses = [{ answers: [{ id: 'a', text: 'x' }] }];
    expect((await control('saveResponses', { templateId, responses })).ok).toBe(true);
    const file = { fileName: 'a.txt', contentType: 'text/plain', base64: 'QQ==' };
    expect((await control('saveDocument', file)).ok).toBe(true);
    await service.publishing.work();
    await control('deleteList', { listId: 'Towns' });
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
