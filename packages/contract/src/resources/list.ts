import type { FieldTable } from '../fields/field-spec.ts';

export const listFields = {
  id: { type: 'id', lookup: true, readOnly: true },
  // `ListItem.<list name>` and `listId` find a list by its name, in any case and spacing.
  name: { type: 'text', maxLength: 200, match: 'caseAndSpace', lookup: true, unique: true, required: true },
  createdDate: { type: 'date', readOnly: true },
  updatedDate: { type: 'date', readOnly: true },
} as const satisfies FieldTable;
