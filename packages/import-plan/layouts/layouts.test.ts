import { importableSchemas, importSchema } from '@sluice/contract';
import { memorySource, openSheet } from '@sluice/sheets';
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { planFile } from '../src/plan/plan-file.ts';
import { profileSchema } from '../src/profile/profile.ts';
import { propose, sampleOf, type Proposal } from '../src/suggest/index.ts';
import { settingsOf } from '../src/testing/plans.ts';
import { layouts } from './index.ts';

const folder = new URL('samples/', import.meta.url);

/** The program, and the second record of its sample as it would be stored. */
const samples: Record<string, { program: string; record: object }> = {
  'datev-debtors.csv': {
    program: 'DATEV Debitoren/Kreditoren',
    record: {
      ownerNumber: '10001',
      name: 'Jürgen Weiß',
      address: 'Am Ring 1, 90402, Nürnberg, DE',
      email: 'weiss@example.com',
    },
  },
  'google-contacts.csv': {
    program: 'Google Contacts',
    record: { name: 'Jo Li', email: 'jo@example.com', cellPhone: '+49 151 23456789' },
  },
  'hubspot-contacts.csv': {
    program: 'HubSpot contacts',
    record: {
      name: 'Brian Halligan',
      email: 'brian@example.com',
      workPhone: '+1 617 555 0102',
      cellPhone: '+1 617 555 0199',
    },
  },
  'mailchimp-audience.csv': {
    program: 'Mailchimp audiences',
    record: { name: 'Sam Rao', email: 'sam@example.com' },
  },
  'outlook-contacts.csv': {
    program: 'Outlook contacts',
    record: { name: 'Linus Pauling', email: 'linus@example.com', homePhone: '(503) 555-0111' },
  },
  'quickbooks-customers.csv': {
    program: 'QuickBooks customers',
    record: {
      name: 'Cool Cars',
      address: '65 Ocean Dr., Half Moon Bay, CA, 94213',
      phone: '(415) 555-9933',
      email: 'cool@example.com',
    },
  },
  'salesforce-contacts.csv': {
    program: 'Salesforce contacts',
    record: {
      name: 'Sean Forbes',
      email: 'sean@example.com',
      workPhone: '(512) 757-6000',
      cellPhone: '(512) 757-4561',
    },
  },
  'shopify-customers.csv': {
    program: 'Shopify customers',
    record: { name: 'Karine Ruby', email: 'karine@example.com' },
  },
  'stripe-customers.csv': {
    program: 'Stripe customers',
    record: { name: 'Lee Park', email: 'lee@example.com' },
  },
  'xero-contacts.csv': {
    program: 'Xero contacts',
    record: {
      name: 'Bayside Club',
      email: 'bob@example.org',
      address: '148 Bay Rd, Ridge Heights, Madeupville, 6001',
      phone: '04 555 0111',
    },
  },
};

async function opened(name: string) {
  const source = memorySource(await readFile(new URL(name, folder)));
  const sample = await sampleOf((headerRow) => openSheet(source, headerRow ? { headerRow } : {}));
  return { source, sample };
}

const leftOut = ({ choices }: Proposal) => choices.filter(({ field }) => field === undefined);

test('every layout has a sample, and is a profile for its schema', async () => {
  expect((await readdir(folder)).filter((name) => name.endsWith('.csv'))).toEqual(Object.keys(samples));
  expect(
    Object.values(samples)
      .map(({ program }) => program)
      .toSorted(),
  ).toEqual(layouts.map(({ program }) => program).toSorted());
  for (const { profile } of layouts) {
    expect(profileSchema.safeParse(profile).success).toBe(true);
    expect(settingsOf(profile).schema.name).toBe(profile.schema);
  }
});

describe.each(Object.entries(samples))('%s', (name, { program, record }) => {
  test('is recognized, and lands whole with the proposed profile', async () => {
    const { source, sample } = await opened(name);
    const proposal = propose(sample, importableSchemas);
    expect(proposal?.layout).toBe(program);
    const settings = settingsOf(proposal?.profile);
    const plan = await planFile({ open: () => openSheet(source, settings.reading), settings, records: 2 });
    expect(plan.problems).toEqual([]);
    expect(plan.records?.[1]?.fields).toEqual(record);
  });

  test('names every column, and why one is left out', async () => {
    const { sample } = await opened(name);
    const proposal = propose(sample, importableSchemas);
    const named = proposal?.choices.flatMap(({ columns }) => columns) ?? [];
    expect(named.toSorted()).toEqual(sample.header.toSorted());
    for (const { why } of proposal ? leftOut(proposal) : []) expect(why).not.toBe('');
    expect(proposal?.profile.ignore).toEqual(
      (proposal ? leftOut(proposal) : []).flatMap(({ columns }) => columns),
    );
  });
});

test('an export is proposed for another schema too, by the names of its columns', async () => {
  const { sample } = await opened('quickbooks-customers.csv');
  const proposal = propose({ ...sample, schema: importSchema('client') }, importableSchemas);
  expect(proposal?.layout).toBeUndefined();
  expect(proposal?.profile).toMatchObject({
    schema: 'client',
    lookup: 'email',
    columns: { Name: 'name', Phone: 'cellPhone', Email: 'email' },
  });
});
