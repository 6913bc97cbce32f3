import { mailedStatuses, type MailedStatus } from './run-ending.ts';

/** The ends of a migration, and what else people are notified of about one. */
const migrationNotices = [
  'succeeded',
  'partly',
  'failed',
  'failed_and_undone',
  'undone',
  'skipped',
  'tooLate',
  'cancelled',
  'needs_decision',
  'refused',
] as const;

/** Everything that people are notified of, such as `run.failed`. */
export type NoticeEvent = `run.${MailedStatus}` | `migration.${(typeof migrationNotices)[number]}`;

export const noticeEvents: readonly NoticeEvent[] = [
  ...mailedStatuses.map((status) => `run.${status}` as const),
  ...migrationNotices.map((status) => `migration.${status}` as const),
];
