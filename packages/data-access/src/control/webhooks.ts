import { ApiError, idInput } from '@sluice/contract';
import { checkUrl } from '@sluice/aws-kit/outgoing';
import * as z from 'zod';
import { webhook, type Subscription, type Webhook, type WebhookRef } from '../store/webhook.ts';
import { fieldsOfModel, webhookModels } from '../webhooks/models.ts';
import { controlOperation, siteOperation, type ControlServices } from './operation/control-operation.ts';
import { textInput } from './texts.ts';

/** The limit is low because every change set is checked for every webhook. */
export const webhooksAtMost = 20;

const fieldsAtMost = 100;
const ofTheSite = /^custom\./;

/** Checks the fields against their model here, so that a refusal names the exact field. */
const subscriptionInput = z
  .strictObject({
    model: z.enum(webhookModels),
    fields: z.array(z.string().min(1).max(200)).min(1).max(fieldsAtMost).optional(),
  })
  .superRefine(({ model, fields = [] }, context) => {
    const known = fieldsOfModel(model);
    if (known === undefined) return;
    for (const [at, name] of fields.entries()) {
      if (known.includes(name) || (known.includes('customFields') && ofTheSite.test(name))) continue;
      context.addIssue({
        code: 'custom',
        path: ['fields', at],
        message: `expected one of: ${known.join(', ')}`,
      });
    }
  })
  .transform(({ model, fields }): Subscription => ({ model, fields: fields ?? null }));

const models = z
  .array(subscriptionInput)
  .min(1)
  .max(webhookModels.length)
  .refine((all) => new Set(all.map(({ model }) => model)).size === all.length, 'expected each model once');

const url = z.string().min(1);
const notes = textInput(1000);

export const createWebhook = siteOperation({
  does: 'creates a webhook of a site: a URL that receives changes, and the secret that signs them',
  input: z.strictObject({ siteId: idInput, url, models, notes: notes.optional() }),
  run: async ({ siteId, ...given }, services) => {
    checkWebhookUrl(given.url, services);
    await checkRoom(siteId, services);
    const date = services.now().toISOString();
    const webhook: Webhook = {
      siteId,
      webhookId: services.newId(),
      version: 1,
      url: given.url,
      secret: services.newSecret(),
      models: given.models,
      enabled: true,
      disabledReason: null,
      notes: given.notes ?? null,
      createdDate: date,
      updatedDate: date,
    };
    await services.store.webhooks.create(webhook);
    return { webhook };
  },
  concerns: async (_, __, result) => result?.webhook,
});

/** Leaves out the secret, and what a newer version may have added. */
const listedWebhook = webhook.omit({ secret: true });

export const listWebhooks = siteOperation({
  does: 'lists the webhooks of a site, without their secrets',
  input: z.strictObject({ siteId: idInput }),
  run: async ({ siteId }, services) => {
    const webhooks = await services.store.webhooks.list(siteId);
    return { items: webhooks.map((one) => listedWebhook.parse(one)) };
  },
});

export const getWebhook = controlOperation({
  does: 'shows a webhook, with its secret',
  input: z.strictObject({ siteId: idInput, webhookId: idInput }),
  run: async (ref, services) => ({ webhook: await webhookOf(ref, services) }),
  concerns: webhookOf,
});

/** Changes only the version that was read, so that two operators do not overwrite one another. */
export const updateWebhook = controlOperation({
  does: 'changes what a webhook receives, its URL or notes, disables or enables it, or gives it a new secret',
  input: z.strictObject({
    siteId: idInput,
    webhookId: idInput,
    version: z.int(),
    url: url.optional(),
    models: models.optional(),
    notes: notes.nullable().optional(),
    enabled: z.boolean().optional(),
    newSecret: z.literal(true).optional(),
  }),
  run: async ({ siteId, webhookId, version, ...changes }, services) => {
    const ref = { siteId, webhookId };
    const found = await webhookOf(ref, services);
    if (changes.url !== undefined) checkWebhookUrl(changes.url, services);
    const webhook: Webhook = {
      ...found,
      url: changes.url ?? found.url,
      models: changes.models ?? found.models,
      notes: changes.notes === undefined ? found.notes : changes.notes,
      ...(changes.enabled !== undefined && enabling(changes.enabled)),
      ...(changes.newSecret && { secret: services.newSecret() }),
      version: version + 1,
      updatedDate: services.now().toISOString(),
    };
    // The version must still be current, or this change would undo another.
    if (found.version !== version || !(await services.store.webhooks.update(webhook))) {
      const { version: present } = await webhookOf(ref, services);
      throw new ApiError(
        'invalid_request',
        `version: expected ${present}, the version of the webhook as it is now, which getWebhook shows. Nothing was changed.`,
      );
    }
    return { webhook };
  },
  concerns: webhookOf,
});

const enabling = (enabled: boolean): Pick<Webhook, 'enabled' | 'disabledReason'> => ({
  enabled,
  disabledReason: enabled ? null : 'disabled in the control panel',
});

export async function webhookOf(ref: WebhookRef, { store }: ControlServices): Promise<Webhook> {
  const found = await store.webhooks.get(ref);
  if (found) return found;
  throw new ApiError('not_found', 'webhookId: expected the id of a webhook of this site.');
}

function checkWebhookUrl(text: string, { urlRules }: ControlServices): void {
  const checked = checkUrl(text, urlRules);
  if (checked.kind === 'refused') throw new ApiError('invalid_request', `url: ${checked.message}.`);
}

async function checkRoom(siteId: string, { store }: ControlServices): Promise<void> {
  const present = await store.webhooks.list(siteId);
  if (present.length < webhooksAtMost) return;
  throw new ApiError(
    'invalid_request',
    `siteId: expected a site with fewer than ${webhooksAtMost} webhooks. Change one that is disabled.`,
  );
}
