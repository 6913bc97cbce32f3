import { createClient } from '@sluice/client';
import { runViewSchema, type RunView } from '@sluice/ledger';
import type { Addresses } from '@sluice/demo/addresses';
import * as z from 'zod';
import { domainOf } from './clients-sheet.ts';

/** One run from the history API. A CLI process for each look would take a core from the system that is measured. */
export async function lookAtRun({ history }: Addresses, runId: string): Promise<RunView | undefined> {
  const headers = { Authorization: `Bearer ${history.token}` };
  const response = await fetch(`${history.baseUrl}/runs/${runId}`, { headers });
  return response.ok ? runViewSchema.parse(await response.json()) : undefined;
}

const tailSchema = z.object({
  tail: z.object({ events: z.array(z.object({ type: z.string(), at: z.string() })) }),
});

/** When each kind of event of a run itself happened, in milliseconds since 1970; of several the last. */
export async function timesOfRun({ history }: Addresses, runId: string): Promise<Map<string, number>> {
  const headers = { Authorization: `Bearer ${history.token}` };
  const response = await fetch(`${history.baseUrl}/runs/${runId}?limit=0&tail=0`, { headers });
  const { tail } = tailSchema.parse(await response.json());
  return new Map(tail.events.map(({ type, at }) => [type, Date.parse(at)]));
}

const mailsSchema = z.object({ emails: z.array(z.looseObject({ subject: z.string() })) });

/** How many mails are about a file. */
export async function mailsAbout({ mail }: Addresses, fileName: string): Promise<number> {
  const { emails } = mailsSchema.parse(await (await fetch(`${mail.url}/store`)).json());
  return emails.filter(({ subject }) => subject.startsWith(fileName)).length;
}

export interface People {
  readonly found: number;
  readonly doubled: number;
}

/** How many people the service has for each domain of their addresses, and how many of them twice. */
export async function peopleByDomain({ dataAccess }: Addresses): Promise<Map<string, People>> {
  const client = createClient(dataAccess);
  const people = new Map<string, { found: number; seen: Set<string> }>();
  for await (const { email } of client.items('getUsers', { fields: ['email'], limit: 1000 })) {
    const address = String(email);
    const domain = address.slice(address.lastIndexOf('@') + 1);
    const known = people.get(domain) ?? { found: 0, seen: new Set() };
    known.found += 1;
    people.set(domain, { ...known, seen: known.seen.add(address) });
  }
  return new Map(
    [...people].map(([domain, { found, seen }]) => [domain, { found, doubled: found - seen.size }]),
  );
}

export async function countPeople(addresses: Addresses, mark: string): Promise<People> {
  return (await peopleByDomain(addresses)).get(domainOf(mark)) ?? { found: 0, doubled: 0 };
}
