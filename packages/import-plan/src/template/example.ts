import type { FieldSpec, FieldType } from '@sluice/contract';

/** What people know a field by. */
const byField: Readonly<Record<string, string>> = {
  name: 'Ann Lee',
  username: 'ann.lee',
  title: 'Leaking roof',
  identifier: 'A-1024',
  ownerNumber: '10023',
  ownerNumbers: '10023; 10024',
  code: 'A1',
  address: '1 High Street, Leeds',
  paymentType: 'transfer',
  requesterId: 'ann@example.com',
  roleIds: 'Adviser',
};

const byType: Partial<Record<FieldType, string>> = {
  email: 'ann@example.com',
  phone: '+44 20 7946 0123',
  timezone: 'Europe/London',
  language: 'en',
  date: '2026-01-31',
  boolean: 'yes',
  integer: '12',
  number: '12.5',
  textList: 'one; two',
  idList: 'one; two',
};

/** A cell that the field takes. */
export function exampleOf(field: string, { type, values = [] }: FieldSpec): string {
  return values[0] ?? byField[field] ?? byType[type] ?? '';
}
