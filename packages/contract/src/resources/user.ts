import type { FieldTable } from '../fields/field-spec.ts';

export const userTypes = ['client', 'professional'] as const;
export type UserType = (typeof userTypes)[number];

export const userFields = {
  id: { type: 'id', lookup: true, readOnly: true },
  name: { type: 'text', maxLength: 200, lookup: true, required: true },
  // Couples share an address: an e-mail is a lookup, and not unique.
  email: { type: 'email', lookup: true },
  username: { type: 'text', maxLength: 200, lookup: true },
  timezone: { type: 'timezone' },
  langCode: { type: 'language' },
  homePhone: { type: 'phone' },
  cellPhone: { type: 'phone' },
  workPhone: { type: 'phone' },
  userType: { type: 'choice', values: userTypes },
  isSuspended: { type: 'boolean' },
  lastContactDate: { type: 'date' },
  firstContactDate: { type: 'date' },
  deleted: { type: 'boolean', readOnly: true },
  roleIds: { type: 'idList', about: 'of a professional', refersTo: 'role', refersAlsoBy: ['name'] },
  record: { type: 'customFields', about: 'the fields that the site has added to its users', readOnly: true },
  messageSettings: { type: 'flags', readOnly: true },
  privateDiscussion: { type: 'discussion', readOnly: true },
  createdDate: { type: 'date', readOnly: true },
  updatedDate: { type: 'date', readOnly: true },
} as const satisfies FieldTable;
