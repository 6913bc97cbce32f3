import { createClient } from '@sluice/client';
import type { Addresses } from '@sluice/demo/addresses';

/** Whom the service has. */
export interface People {
  readonly found: number;
  /** Those with a new phone among them. */
  readonly changed: number;
}

/** The people with addresses of a domain who are not deleted. @throws Error if somebody is there twice */
export async function peopleOf(
  { dataAccess }: Addresses,
  { domain, newPhone }: { readonly domain: string; readonly newPhone: string },
): Promise<People> {
  const seen = new Set<string>();
  let changed = 0;
  const fields = ['email', 'cellPhone', 'deleted'] as const;
  const people = createClient(dataAccess).items('getUsers', { fields: [...fields], limit: 1000 });
  for await (const person of people) {
    const email = String(person['email']);
    if (person['deleted'] === true || !email.endsWith(`@${domain}`)) continue;
    if (seen.has(email)) throw new Error(`${email} is there twice.`);
    seen.add(email);
    if (String(person['cellPhone']).startsWith(newPhone)) changed += 1;
  }
  return { found: seen.size, changed };
}
