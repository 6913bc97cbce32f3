import { migrationStatuses } from '@sluice/ledger/migrations';
import { expect, it } from 'vitest';
import { english, type Messages } from '../messages/english.ts';
import { composeImportMail } from './compose-import-mail.ts';
import { composeMigrationMail } from './compose-migration-mail.ts';
import { composeRunMail } from './compose-run-mail.ts';
import { mailedStatuses } from './run-ending.ts';
import { someImport, someMigration, someRun, someStep } from './testing/facts.ts';

/** Every text of a table between marks, also what its functions give. */
function marked<Table>(table: Table): Table {
  const mark = (value: unknown): unknown => {
    if (typeof value === 'string') return `⟦${value}⟧`;
    if (typeof value === 'function') return (...given: unknown[]) => mark(value(...given));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, one]) => [name, mark(one)]);
    return Array.isArray(value) ? value.map(mark) : Object.fromEntries(entries);
  };
  return mark(table) as Table;
}

/** What is left of a text without the marked ones, the innermost first. */
function unmarked(text: string): string {
  const left = text.replaceAll(/⟦[^⟦⟧]*⟧/gu, '');
  return left === text ? text : unmarked(left);
}

const words = /\b(?:the|rows?|records?|is|are|was|were|not|and|of|step|migration|more|by|to)\b/giu;
const another: Messages = marked(english);
const refused = [{ reason: 'NO.', rows: 3, firstRows: [2, 3] }];
const lists = { problems: refused, problemsInAll: 9, notAttemptedFor: refused, unknownFor: refused };
const counts = {
  read: 9,
  created: 1,
  updated: 1,
  deleted: 1,
  skipped: 1,
  filtered: 1,
  failed: 3,
  unknown: 1,
};
const asked = { sentAt: '2026-11-20T08:00:30.000Z', quietUntil: null };
const before = { runId: 'r0', key: 'a.csv', droppedBy: 'ana', startedAt: '2026-11-20T08:00:30.000Z' };
const run = {
  counts,
  toDecide: [1, 2].map((batch) => ({ batch, rows: 1, importId: batch === 1 ? 'i1' : null, ...asked })),
  undo: { reversed: 1, kept: 1, failed: 1 },
  approval: { asked: 1, plan: { sha256: 'f00d', counts: { ...someRun().run.counts, deleted: 1 } } },
  importedBefore: { run: { ...before, status: 'succeeded' as const }, between: [], more: 2 },
};
const step = someStep('Roles', {
  status: 'failed',
  source: 'a.csv',
  runs: [
    { runId: 'r1', fileName: 'a.csv', status: 'rejected', hasFailed: true, refused: lists, notUndone: 2 },
  ],
});

it.each([
  ...mailedStatuses.map(
    (status) =>
      [
        `a run that is ${status}`,
        composeRunMail(someRun({ ...run, status }, { reasons: lists, reminder: 1 }), another),
      ] as const,
  ),
  ...migrationStatuses.map(
    (status) =>
      [
        `a migration that is ${status}`,
        composeMigrationMail(
          someMigration({ status, steps: [step], reason: 'NO.', undo: { by: 'x', counts: run.undo } }),
          another,
        ),
      ] as const,
  ),
  ['an import', composeImportMail(someImport({ outcome: 'failure', errorMessage: 'NO.' }), another)] as const,
])(
  'the mail about %s has its sentences from the table, so that another table is another language',
  (_, mail) => {
    const text = unmarked(`${mail.subject}\n${mail.text}`).replaceAll(/^ *(?:npx|https?:).*$/gmu, '');
    expect(text.match(words) ?? []).toEqual([]);
  },
);
