import type { RunJson } from '@sluice/ledger/views';
import { noRows } from '@sluice/ledger';
import { aRun } from '../../../cli/src/testing/run-builder.ts';

const minute = 60_000;
/** Such a time before now, so that lists of the last days have it. */
export const ago = (minutes: number): string => new Date(Date.now() - minutes * minute).toISOString();

const idOf = (name: string): string => name.padEnd(26, 'a');
const sha = (digit: string): string => digit.repeat(64);
const counts = (some: Partial<RunJson['counts']>): RunJson['counts'] => ({ ...noRows, ...some });

function events(started: number, ...more: RunJson['timeline'] & object): NonNullable<RunJson['timeline']> {
  return [
    { at: ago(started), subject: 'run', type: 'begun', data: { by: 'dana@example.com' } },
    { at: ago(started), subject: 'run', type: 'settingsKnown' },
    { at: ago(started - 0.2), subject: '1/dry', type: 'planned' },
    { at: ago(started - 0.2), subject: '2/dry', type: 'planned' },
    { at: ago(started - 0.3), subject: '1/dry', type: 'accepted', data: { importId: 'imp-1' } },
    { at: ago(started - 0.3), subject: '2/dry', type: 'accepted', data: { importId: 'imp-2' } },
    { at: ago(started - 0.5), subject: 'run', type: 'checked' },
    ...more,
  ];
}

const dana = { droppedBy: 'dana@example.com', droppedFrom: '203.0.113.7' };

/** A run in each state that the page shows in another way, the newest first. */
export const runsNow = (): RunJson[] => [
  {
    ...aRun({ status: 'importing', counts: { read: 12_000, notAttempted: 12_000 }, resultKey: null }),
    ...{ ...dana, runId: idOf('importing'), key: 'inbox/client/email/spring intake.csv' },
    ...{ startedAt: ago(4), finishedAt: null, eta: ago(-2) },
    timeline: events(4, { at: ago(1), subject: 'run', type: 'importing' }),
  },
  {
    ...aRun({
      status: 'awaiting_approval',
      counts: { read: 140, created: 0, notAttempted: 138, filtered: 2 },
    }),
    ...{ ...dana, runId: idOf('approval'), key: 'inbox/careful/county clients.xlsx', profile: 'careful' },
    ...{ startedAt: ago(55), finishedAt: null, resultKey: null, secondPerson: true },
    approval: {
      asked: 1,
      plan: {
        sha256: sha('8f'.slice(0, 1)),
        counts: counts({ read: 140, created: 93, updated: 45, filtered: 2 }),
      },
      crossed: [{ rail: 'mostChanged', setBy: 'profile', count: 45, of: 138, most: '5 %', allowed: 6 }],
      planKey: 'runs/approval/plan.csv',
    },
    timeline: events(55, { at: ago(54), subject: 'run', type: 'approvalRequested' }),
  },
  {
    ...aRun({
      status: 'needs_decision',
      counts: { read: 1000, created: 500, unknown: 500 },
      resultKey: null,
    }),
    ...{ ...dana, runId: idOf('decision'), startedAt: ago(190), finishedAt: null },
    toDecide: [{ batch: 2, rows: 500, importId: 'imp-77', sentAt: ago(185), quietUntil: ago(65) }],
    reason: 'The service gave no answer for batch 2.',
    timeline: events(190, { at: ago(185), subject: 'run', type: 'decisionNeeded' }),
  },
  {
    ...aRun({ status: 'rejected', counts: { read: 12, failed: 5, notAttempted: 7 } }),
    ...{ ...dana, runId: idOf('rejected'), key: 'inbox/client/email/five mistakes.csv' },
    ...{
      startedAt: ago(300),
      finishedAt: ago(299),
      reason: '5 of the 12 rows have errors.',
      reasonCodes: ['wrong_rows'],
    },
    timeline: events(300, { at: ago(299), subject: 'run', type: 'rejected' }),
  },
  {
    ...aRun({ status: 'rejected', counts: { read: 0 } }),
    ...{ ...dana, runId: idOf('columns'), key: 'inbox/client/email/kontakte.csv', resultKey: null },
    ...{
      startedAt: ago(420),
      finishedAt: ago(420),
      reason: 'Unknown columns: "Vorname", "Nachname" and "E-Mail".',
    },
    reasonCodes: ['unknown_columns'],
    proposal: {
      profile: {
        schema: 'client',
        lookup: 'email',
        columns: { Vorname: 'firstName', Nachname: 'lastName', 'E-Mail': 'email' },
      },
      choices: [
        { columns: ['Vorname'], field: 'firstName', score: 0.97, why: 'a German name of it' },
        { columns: ['Nachname'], field: 'lastName', score: 0.97, why: 'a German name of it' },
        { columns: ['E-Mail'], field: 'email', score: 1, why: 'its name, and its cells are addresses' },
        { columns: ['Notiz'], score: 0.4, why: 'no field is like it' },
      ],
    },
    timeline: events(420),
  },
  {
    ...aRun({
      status: 'partly_succeeded',
      counts: { read: 1200, created: 900, updated: 250, unchanged: 30, skipped: 5, failed: 15 },
    }),
    ...{ ...dana, runId: idOf('partly'), key: 'inbox/client/email/autumn intake.csv' },
    ...{ startedAt: ago(1500), finishedAt: ago(1497) },
    timeline: events(1500, {
      at: ago(1497),
      subject: 'run',
      type: 'finished',
      data: { status: 'partly_succeeded' },
    }),
  },
  {
    ...aRun({ counts: { read: 1200, created: 950, updated: 250 } }),
    ...{ ...dana, runId: idOf('succeeded'), key: 'inbox/client/email/new clients.csv' },
    ...{ startedAt: ago(2900), finishedAt: ago(2880) },
    timeline: events(2900, {
      at: ago(2880),
      subject: 'run',
      type: 'finished',
      data: { status: 'succeeded' },
    }),
  },
  {
    ...aRun({ status: 'undone', counts: { read: 40, created: 40 } }),
    ...{
      runId: idOf('undone'),
      key: 'inbox/client/email/\u202Egpj.wrong list.csv',
      droppedBy: 'otto@example.com',
    },
    ...{ startedAt: ago(4400), finishedAt: ago(4390), undoReportKey: 'runs/undone/undo.csv' },
    undo: { reversed: 38, kept: 2, failed: 0 },
    timeline: events(4400, {
      at: ago(4300),
      subject: 'run',
      type: 'undoRequested',
      data: { by: 'otto@example.com' },
    }),
  },
];
