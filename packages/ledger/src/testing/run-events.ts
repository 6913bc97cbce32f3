import { noRows } from '../submission/counts.ts';
import type { RunEvent, RunEventType } from '../run/events.ts';
import { second } from './builders.ts';

const at = second(100);

/** One event of each type. */
export const runEvents: { readonly [T in RunEventType]: Extract<RunEvent, { type: T }> } = {
  settingsKnown: { type: 'settingsKnown', at, schema: 'client', lookup: 'email', emails: ['a@example.com'] },
  read: { type: 'read', at, sha256: 'abc', reading: { rows: 10, batches: 1, failed: 0, skipped: 0 } },
  laneTaken: { type: 'laneTaken', at },
  blocked: { type: 'blocked', at, blockedBy: 'run-0' },
  approvalRequested: {
    type: 'approvalRequested',
    at,
    check: 0,
    reason: 'the profile says so',
    plan: { counts: { ...noRows, read: 10, updated: 10 }, sha256: 'plan' },
  },
  approved: { type: 'approved', at, by: 'somebody', plan: 'plan' },
  importingStarted: { type: 'importingStarted', at },
  rejected: { type: 'rejected', at, reason: '5 rows were refused' },
  duplicate: { type: 'duplicate', at, duplicateOf: 'run-0' },
  superseded: { type: 'superseded', at, reason: 'run-2 has read a newer version' },
  decisionNeeded: { type: 'decisionNeeded', at, reason: 'no answer came back' },
  finished: { type: 'finished', at, status: 'failed', reason: 'the service stopped half way' },
  resumed: { type: 'resumed', at },
  cancelRequested: { type: 'cancelRequested', at, by: 'somebody' },
  cancelled: { type: 'cancelled', at, reason: 'somebody asked for it' },
  undoRequested: { type: 'undoRequested', at, by: 'somebody' },
  undone: { type: 'undone', at, counts: { reversed: 3, kept: 1, failed: 0 } },
  lateImportReceived: { type: 'lateImportReceived', at, batch: 1, importId: 'imp9' },
  lateImportEnded: { type: 'lateImportEnded', at, batch: 1, importId: 'imp9', status: 'success' },
  importReverted: {
    type: 'importReverted',
    at,
    batch: 1,
    importId: 'imp1',
    by: 'somebody',
    startedDate: second(90),
    ...{ reversed: 3, kept: 1, failed: 0 },
  },
  resultWritten: { type: 'resultWritten', at, resultKey: 'runs/run-1/results/clients.csv' },
  trackerStarted: { type: 'trackerStarted', at, trackers: 1 },
  noticeChanged: { type: 'noticeChanged', at, notice: { state: 'intended', at } },
  reminderDue: { type: 'reminderDue', at, number: 1 },
  mailEvent: {
    type: 'mailEvent',
    at,
    id: 'e1',
    kind: 'bounce',
    detail: 'Permanent/General',
    addresses: ['a@example.com'],
  },
  ledgerRestored: { type: 'ledgerRestored', at, from: second(50), until: second(90) },
  erased: { type: 'erased', at, by: 'somebody', record: 'c0ffee', objects: 3 },
};
