/** Invented and always the same, so that people find what the documentation shows. */
import type { CustomFieldDefinition } from '@sluice/contract';
import data from './demo-data.json' with { type: 'json' };
import type { RecordSet } from './import-records.ts';

export const { form, listName } = data;
const { given, family, subjects, priorities, streets, payments, counties, statuses } = data;

type DemoCustomField = Pick<CustomFieldDefinition, 'schema' | 'title' | 'type' | 'options'>;

/** Fields that the demo site has added to its schemas. */
export const customFields: readonly DemoCustomField[] = [
  { schema: 'issue', title: 'Priority', type: 'choice', options: priorities },
  { schema: 'issue', title: 'Amount in question', type: 'number' },
  { schema: 'interestAccount', title: 'Pays since', type: 'date' },
];

export const roles: RecordSet = {
  schema: 'role',
  lookup: 'name',
  records: ['Administrator', 'Owner relations', 'Land', 'Accounting'].map((name) => ({ name })),
};
export const lists: RecordSet = {
  schema: 'list',
  lookup: 'name',
  records: [{ name: listName }, { name: 'Well statuses' }],
};

export const listItems: readonly RecordSet[] = [
  { schema: `ListItem.${listName}`, lookup: 'title', records: titled(counties, 'CTY') },
  { schema: 'ListItem.Well statuses', lookup: 'title', records: titled(statuses, 'WST') },
];

export const clients: RecordSet = {
  schema: 'client',
  lookup: 'email',
  records: numbers(40).map((n) => ({
    name: nameOf(n),
    email: `client${padded(n)}@example.com`,
    homePhone: `0${555_010_000 + n}`,
    timezone: 'America/Chicago',
    langCode: 'en',
  })),
};

export const interestAccounts: RecordSet = {
  schema: 'interestAccount',
  lookup: 'ownerNumber',
  records: numbers(250).map((n) => ({
    ownerNumber: ownerNumber(n),
    name: nameOf(n * 7),
    email: `owner${padded(n)}@example.com`,
    phone: `+1 555 ${padded(n)} 0${100 + (n % 800)}`,
    paymentType: cyclic(payments, n),
    address: `${n} ${cyclic(streets, n)}`,
    ...(n % 2 === 0 && { 'Pays since': day(n % 30) }),
  })),
};

export function professionals(roleIds: readonly string[]): RecordSet {
  return {
    schema: 'professional',
    lookup: 'email',
    records: numbers(6).map((n) => ({
      name: nameOf(n * 5 + 3),
      email: `staff${padded(n)}@example.com`,
      roleIds: [cyclic(roleIds, n)],
    })),
  };
}

/** Every third is closed; of every two, one has a requester, and one names an account. */
export function issues(clientIds: readonly string[]): RecordSet {
  return {
    schema: 'issue',
    lookup: 'identifier',
    records: numbers(24).map((n) => ({
      identifier: `ISS-${padded(n)}`,
      title: `${cyclic(subjects, n)} (${nameOf(n)})`,
      open: n % 3 !== 0,
      openedDate: day(n),
      Priority: cyclic(priorities, n),
      ...(n % 4 === 0 && { 'Amount in question': n * 12.5 }),
      ...(n % 3 === 0 ? { closedDate: day(n + 20) } : { dueDate: day(n + 40) }),
      ...(n % 2 === 0 ? { requesterId: cyclic(clientIds, n) } : { ownerNumbers: [ownerNumber(n)] }),
    })),
  };
}

/** The records of a site that no other site may see. */
export const otherSite: readonly RecordSet[] = [
  { schema: 'role', lookup: 'name', records: [{ name: 'Other administrator' }] },
  { schema: 'list', lookup: 'name', records: [{ name: 'Other list' }] },
  {
    schema: 'client',
    lookup: 'email',
    records: numbers(5).map((n) => ({ name: `Other ${nameOf(n)}`, email: `other${padded(n)}@example.com` })),
  },
  {
    schema: 'interestAccount',
    lookup: 'ownerNumber',
    records: numbers(5).map((n) => ({ ownerNumber: `OTHER-${padded(n)}`, name: `Other ${nameOf(n)}` })),
  },
];

export const responses = numbers(8).map((n) => ({
  answers: [
    { id: 'name', text: nameOf(n) },
    { id: 'address', text: `${n} ${cyclic(streets, n)}` },
    { id: 'from', text: day(n) },
  ],
}));

function titled(titles: readonly string[], prefix: string): { title: string; code: string }[] {
  return titles.map((title, index) => ({ title, code: `${prefix}-${padded(index + 1)}` }));
}

function nameOf(n: number): string {
  return `${cyclic(given, n)} ${cyclic(family, n * 3)}`;
}

function ownerNumber(n: number): string {
  return `0${10_000 + n}`;
}

function day(n: number): string {
  return new Date(Date.UTC(2026, 0, 1 + n * 2)).toISOString().slice(0, 10);
}

function cyclic(list: readonly string[], n: number): string {
  return list[n % list.length] ?? '';
}

function padded(n: number): string {
  return String(n).padStart(3, '0');
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
