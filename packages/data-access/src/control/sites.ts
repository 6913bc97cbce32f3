import { z } from 'zod';
import { controlOperation } from './control-operation.ts';
import { named } from './texts.ts';

export const createSite = controlOperation({
  does: 'creates a site for the data of one organization, production or demo',
  input: z.strictObject({ name: named, kind: z.enum(['production', 'demo']) }),
  run: async ({ name, kind }, { store, now, newId }) => {
    const siteId = newId();
    await store.access.createSite({ siteId, name, kind, createdDate: now().toISOString() });
    return { siteId };
  },
  concerns: async (_, { store }, result) => result && store.access.site(result.siteId),
});

export const listSites = controlOperation({
  does: 'lists the sites: id, name, and whether production or demo',
  input: z.strictObject({}),
  run: async (_, { store }) => ({ items: await store.access.sites() }),
});
