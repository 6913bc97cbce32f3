import { ApiError, limits } from '@sluice/contract';
import { z } from 'zod';
import { hashSecret } from '../api/credentials.ts';
import { controlOperation, type ControlServices } from './control-operation.ts';

export const createSite = controlOperation({
  does: 'makes a site: the data of one organization, production or demo',
  input: z.strictObject({ name: z.string().min(1).max(200), kind: z.enum(['production', 'demo']) }),
  run: async ({ name, kind }, { store, now, newId }) => {
    const siteId = newId();
    await store.access.createSite({ siteId, name, kind, createdDate: now().toISOString() });
    return { siteId };
  },
});

/** The secret is told once, here; only its hash is kept. */
export const createToken = controlOperation({
  does: 'makes a token of a site, and tells its secret, this once',
  input: z.strictObject({
    siteId: z.string().min(1),
    permission: z.enum(['read', 'write']),
    notes: z.string().max(1000).optional(),
    expiresDate: z.iso.datetime({ offset: true }).optional(),
    rateLimit: z.int().min(0).default(limits.rateLimit),
  }),
  run: async ({ siteId, permission, notes, expiresDate, rateLimit }, services) => {
    await checkSite(siteId, services);
    const apiKey = services.newId();
    const apiSecret = services.newSecret();
    await services.store.access.createToken({
      apiKey,
      secretHash: hashSecret(apiSecret),
      siteId,
      permission,
      disabled: false,
      notes: notes ?? null,
      createdDate: services.now().toISOString(),
      expiresDate: expiresDate ?? null,
      lastUsedDate: null,
      rateLimit,
      version: 1,
    });
    return { apiKey, apiSecret };
  },
});

export async function checkSite(siteId: string, { store }: ControlServices): Promise<void> {
  if (await store.access.site(siteId)) return;
  throw new ApiError('not_found', 'siteId: expected the id of a site, as createSite answers it.');
}
