import type { FieldTable } from '../fields/field-spec.ts';

/** Also called owner account. */
export const interestAccountFields = {
  id: { type: 'id', lookup: true, readOnly: true },
  name: { type: 'text', maxLength: 200, lookup: true, required: true },
  ownerNumber: { type: 'text', maxLength: 100, lookup: true },
  email: { type: 'email', lookup: true },
  phone: { type: 'phone' },
  paymentType: { type: 'text', maxLength: 100 },
  address: { type: 'text', maxLength: 1000 },
  createdDate: { type: 'date', readOnly: true },
  updatedDate: { type: 'date', readOnly: true },
  customFields: { type: 'customFields', readOnly: true, onRequest: true },
  discussion: { type: 'discussion', readOnly: true, onRequest: true },
} as const satisfies FieldTable;
