import type { FieldTable } from '../fields/field-spec.ts';

/** Immutable: a document enters by the control panel, and its key always gives the same bytes. */
export const documentFields = {
  id: { type: 'id', readOnly: true },
  key: { type: 'text', about: 'for `downloadFile`', readOnly: true },
  bytes: { type: 'integer', about: 'the size', readOnly: true },
  uploadedDateNumber: { type: 'integer', about: 'the date as YYYYMMDD', readOnly: true },
  // The interface declares a number and shows an ISO date-time: the sample is what clients were written to.
  updatedDate: { type: 'date', readOnly: true },
  description: { type: 'text', readOnly: true },
  sourceUrl: { type: 'text', readOnly: true },
  creatorId: { type: 'id', about: 'who uploaded it', refersTo: 'user', readOnly: true },
  userIds: { type: 'idList', refersTo: 'user', readOnly: true },
  taskId: { type: 'id', readOnly: true },
  taskRecordId: { type: 'id', readOnly: true },
  issueId: { type: 'id', refersTo: 'issue', readOnly: true },
  interestAccountIds: { type: 'idList', refersTo: 'interestAccount', readOnly: true },
} as const satisfies FieldTable;
