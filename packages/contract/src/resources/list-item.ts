import type { FieldTable } from '../fields/field-spec.ts';

/** Titles and codes are compared within one list. */
export const listItemFields = {
  id: { type: 'id', lookup: true, readOnly: true },
  title: { type: 'text', maxLength: 500, match: 'case', lookup: true, required: true },
  code: { type: 'text', maxLength: 100, lookup: true },
  createdDate: { type: 'date', readOnly: true },
  updatedDate: { type: 'date', readOnly: true },
} as const satisfies FieldTable;
