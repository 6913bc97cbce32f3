import type { FieldTable } from '../fields/field-spec.ts';

export const issueFields = {
  id: { type: 'id', lookup: true, readOnly: true },
  identifier: { type: 'text', maxLength: 100, lookup: true },
  updatedDate: { type: 'date', readOnly: true },
  title: { type: 'text', maxLength: 500, match: 'case', lookup: true, required: true },
  open: { type: 'boolean' },
  openedDate: { type: 'date' },
  dueDate: { type: 'date' },
  closedDate: { type: 'date' },
  requesterId: { type: 'id', refersTo: 'user', refersAlsoBy: ['email', 'username', 'name'] },
  ownerNumbers: {
    type: 'textList',
    maxLength: 100,
    refersTo: 'interestAccount',
    refersBy: 'ownerNumber',
    refersAlsoBy: ['email', 'name'],
  },
  actions: { type: 'objectList', readOnly: true, onRequest: true },
  customFields: { type: 'customFields', readOnly: true, onRequest: true },
  discussion: { type: 'discussion', about: 'with the client; `q` searches it', readOnly: true },
  'action.snapshots': { type: 'objectList', readOnly: true, onRequest: true },
} as const satisfies FieldTable;
