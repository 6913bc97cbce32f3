import { createHash } from 'node:crypto';
import { describe, it } from 'vitest';
import { fakeSystem, json, type Answering } from './testing/fake-system.ts';
import { goldenOf } from './testing/golden.ts';
import { aRun } from './testing/run-builder.ts';

const system = fakeSystem();
const holds = goldenOf(system);
const runId = 'abcdefghijklmnopqrstuvwxyz';
const other = 'bcdefghijklmnopqrstuvwxyza';
const at = '2026-03-01T07:00:00.000Z';
const client = { schema: 'client', lookup: 'email' };

const open = [
  { batch: 2, rows: 4, importId: null, sentAt: at, quietUntil: null },
  { batch: 5, rows: 1, importId: 'imp-5', sentAt: at, quietUntil: null },
];
const asking = {
  status: 'needs_decision',
  finishedAt: null,
  counts: { read: 9, created: 4, unknown: 5 },
} as const;

describe('files of a run', () => {
  const key = 'inbox/client/email/new clients.csv';
  const plan = { sha256: '3f9c2b7a41d0'.padEnd(64, '0'), counts: aRun().counts };
  const run = aRun({
    sha256: createHash('sha256').update('dropped').digest('hex'),
    approval: { asked: 1, plan, planKey: 'runs/x/plan.csv', approved: { at, by: 'bob' } },
    undoReportKey: 'runs/x/undo.csv',
  });

  it.each([
    ['run-result-saved', `run ${runId} --result out.csv`],
    ['run-plan-saved', `run ${runId} --plan out.csv`],
    ['run-original-saved', `run ${runId} --original out.csv`],
    ['undo-report-saved', `undo ${runId} --report out.csv`],
  ])('are saved with words that read well: %s', async (name, line) => {
    for (const place of [`drops/${key}`, 'files/runs/abc/results/new clients.csv'])
      system.objects.set(place, Buffer.from('dropped'));
    for (const place of ['plan', 'undo']) system.objects.set(`files/runs/x/${place}.csv`, Buffer.from(place));
    const timeline = [{ at, subject: 'run', type: 'undoRequested', data: { by: 'ana' } }];
    const undone = { status: 'undone', undo: { reversed: 3, kept: 0, failed: 0 }, timeline };
    await holds(name, line, { answer: () => json({ ...run, ...(line.startsWith('undo') && undone) }) });
  });

  it.each([
    ['run-original-changed', `run ${runId} --original out.csv`, 'changed'],
    ['run-plan-none', `run ${runId} --plan out.csv`, 'changed'],
  ])('that cannot be saved are reported in words that read well: %s', async (name, line, text) => {
    system.objects.set(`drops/${key}`, Buffer.from(text));
    await holds(name, line, { status: 1, answer: () => json({ ...run, approval: undefined }) });
  });
});

describe('acts on a run', () => {
  it('a decision reads well', async () => {
    const run = aRun({ counts: { read: 9, created: 9 } });
    await holds('decide', `decide ${runId} --batch 2 --not-applied`, { answer: () => json(run) });
    const left = { ...asking, toDecide: open.slice(1) };
    const answer: Answering = () => json(aRun(left));
    await holds('decide-more', `decide ${runId} --batch 2 --not-applied`, { status: 3, answer });
    const message = 'Its request may still be imported until 2026-03-01 07:15:00 UTC.';
    const early = () => json({ error: { code: 'conflict', message } }, 409);
    await holds('decide-early', `decide ${runId} --not-applied`, { status: 4, answer: early });
  });

  it('an approval reads well', async () => {
    const landed = json(aRun({}));
    await holds('approve', `approve ${runId} --plan 3f9c2b7a41d0`, { answer: () => landed });
    await holds('approve-no-wait', `approve ${runId} --plan 3f9c2b7a41d0 --no-wait`, {
      answer: () => json(aRun({ status: 'queued', finishedAt: null, resultKey: null })),
    });
  });

  it('an accepted proposal reads well', async () => {
    const proposal = {
      profile: { ...client, columns: { 'E-Mail': 'email', Vorname: 'name' } },
      choices: [
        { columns: ['Vorname'], field: 'name', score: 0.9, why: '"Vorname" means first name in German' },
        { columns: ['E-Mail'], field: 'email', score: 1, why: 'it has the name of the field email' },
      ],
    };
    const key = 'inbox/client/email/kontakte.csv';
    const stopped = aRun({ key, status: 'rejected', counts: {}, resultKey: null, proposal });
    system.objects.set(`drops/${key}`, Buffer.from('Vorname,E-Mail\nAda,ada@example.com\n'));
    const next = aRun({ runId: other, key: 'inbox/client-email/kontakte.csv', profile: 'client-email' });
    const answer: Answering = ({ path }) => json(path.includes(runId) ? stopped : next);
    await holds('accept', `accept ${runId}`, { answer });
    await holds('accept-again', `accept ${runId} --profile contacts --no-wait`, { answer });
    system.objects.set('drops/profiles/client-email.json', Buffer.from('{}'));
    await holds('accept-taken', `accept ${runId}`, { status: 1, answer });
    await holds('accept-nothing', `accept ${runId}`, { status: 1, answer: () => json(aRun({})) });
  });
});
