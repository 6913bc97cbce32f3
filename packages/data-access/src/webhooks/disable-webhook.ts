import type { WebhookRef } from '../store/webhook.ts';
import type { WebhookStore } from '../store/webhooks.ts';

const triesAtMost = 5;

/** Disables a webhook, whatever else is changed about it at the same time. */
export async function disableWebhook(
  webhooks: WebhookStore,
  ref: WebhookRef,
  { reason, date }: { readonly reason: string; readonly date: Date },
): Promise<void> {
  for (let tried = 0; tried < triesAtMost; tried += 1) {
    const found = await webhooks.get(ref);
    if (!found?.enabled) return;
    const disabled = {
      ...found,
      version: found.version + 1,
      enabled: false,
      disabledReason: reason,
      updatedDate: date.toISOString(),
    };
    if (await webhooks.update(disabled)) return;
  }
  throw new Error(`Webhook ${ref.webhookId} kept being changed.`);
}
