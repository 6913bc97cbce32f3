import { idInput, limits } from '@sluice/contract';
import * as z from 'zod';
import { controlOperation, siteOf } from './operation/control-operation.ts';
import { named } from './texts.ts';

const domain = z
  .string()
  .max(253)
  .toLowerCase()
  .regex(/^[^\s@.]+(?:\.[^\s@.]+)+$/u, 'expected a domain, such as example.com');
const mailDomains = z.array(domain).min(1).max(limits.mailDomains);

export const createSite = controlOperation({
  does: 'creates a site for the data of one organization, production or demo',
  input: z.strictObject({
    name: named,
    kind: z.enum(['production', 'demo']),
    mailDomains: mailDomains.optional(),
  }),
  run: async (input, { store, now, newId }) => {
    const siteId = newId();
    await store.access.createSite({ siteId, ...input, createdDate: now().toISOString() });
    return { siteId };
  },
  concerns: async (_, { store }, result) => result && store.access.site(result.siteId),
});

export const updateSite = controlOperation({
  does: 'limits the addresses that imports of a site may notify to some domains; `null` allows all',
  input: z.strictObject({ siteId: idInput, mailDomains: mailDomains.nullable() }),
  run: async ({ mailDomains: domains, ...ref }, services) => {
    const { mailDomains: _, ...site } = await siteOf(ref, services);
    const next = { ...site, ...(domains && { mailDomains: domains }) };
    await services.store.access.updateSite(next);
    return { site: next };
  },
  concerns: siteOf,
});

export const listSites = controlOperation({
  does: 'lists the sites: id, name, whether production or demo, and which domains imports may notify',
  input: z.strictObject({}),
  run: async (_, { store }) => ({ items: await store.access.sites() }),
});
