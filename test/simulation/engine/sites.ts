import {
  webhookModels,
  type AccessSite,
  type Store,
  type Token,
  type Webhook,
} from '@sluice/data-access/testing/world';

type Look = (operation: string, input: object) => Promise<Readonly<Record<string, unknown>>>;

interface MadeSite {
  readonly site: AccessSite;
  readonly token: Token;
  readonly webhook: Webhook;
  readonly apiSecret: string;
}
/** To make a site takes longer than a whole history, so each is made once. */
const madeSites = new Map<number, MadeSite>();

async function makeSite(look: Look, { access, webhooks }: Store): Promise<MadeSite> {
  const { siteId } = await look('createSite', { name: 'Acme', kind: 'demo' });
  const { apiKey, apiSecret } = await look('createToken', { siteId, permission: 'write' });
  const models = webhookModels.map((model) => ({ model }));
  await look('createWebhook', { siteId, url: 'https://receiver.example.org/changes', models });
  const site = await access.site(String(siteId));
  const token = await access.token(String(apiKey));
  const [webhook] = await webhooks.list(String(siteId));
  if (!site || !token || !webhook) throw new Error('expected a site with a token and a webhook');
  return { site, token, webhook, apiSecret: String(apiSecret) };
}

export async function madeSite(number: number, look: Look, store: Store): Promise<MadeSite> {
  const made = madeSites.get(number) ?? (await makeSite(look, store));
  madeSites.set(number, made);
  return made;
}
