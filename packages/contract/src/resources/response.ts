import type { FieldTable } from '../fields/field-spec.ts';

/** One response to a form, with its answers as they were rendered. */
export const responseFields = {
  id: { type: 'id', readOnly: true },
  templateId: { type: 'id', readOnly: true },
  answers: { type: 'answers', readOnly: true },
  createdDate: { type: 'date', readOnly: true },
  updatedDate: { type: 'date', readOnly: true },
} as const satisfies FieldTable;
