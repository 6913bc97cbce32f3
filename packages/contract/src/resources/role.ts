import type { FieldTable } from '../fields/field-spec.ts';

export const roleFields = {
  id: { type: 'id', lookup: true, readOnly: true },
  name: { type: 'text', maxLength: 200, match: 'case', lookup: true, required: true },
  createdDate: { type: 'date', readOnly: true },
  updatedDate: { type: 'date', readOnly: true },
} as const satisfies FieldTable;
