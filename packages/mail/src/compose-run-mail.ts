import { listed, mailOf, type Block, type Fact } from './letter.ts';
import type { Mail } from './mail.ts';
import type { RowCounts, RowProblem, RowsOfReason, RunFacts } from './run-facts.ts';
import { endingOf } from './run-endings.ts';
import { counted, number, oneLine, rows, shortened, time } from './words.ts';

const problemsShown = 20;
const importsShown = 20;
const reasonsShown = 5;
const notesShown = 20;
const nameInSubject = 80;
const longestLine = 300;
const idInSubject = 8;

/** The one mail of a run: what happened to its rows, where to look, what to do next. */
export function composeRunMail(facts: RunFacts): Mail {
  const { headline, opening, next } = endingOf(facts);
  const name = shortened(oneLine(facts.fileName) || 'A file without a name', nameInSubject);
  return mailOf({
    // The run's id tells two mails of one run from mails of two.
    subject: `${name}: ${headline} (run ${facts.runId.slice(0, idInSubject)})`,
    blocks: [
      { kind: 'paragraph', text: opening },
      ...reasonBlock(facts),
      ...lateBlock(facts),
      ...undoBlock(facts),
      ...countsBlock(facts),
      ...refusedForBlock(facts),
      ...problemsBlock(facts),
      ...notAttemptedBlock(facts),
      ...decisionBlocks(facts),
      ...approvalBlock(facts),
      { kind: 'paragraph', text: `What to do next: ${next}` },
      { kind: 'facts', title: 'The run', facts: runFacts(facts) },
      ...notesBlock(facts),
      ...importsBlock(facts),
    ],
  });
}

function reasonBlock({ reason }: RunFacts): Block[] {
  return reason === undefined ? [] : [{ kind: 'paragraph', text: `The reason: ${reason}` }];
}

function lateBlock({ late = [] }: RunFacts): Block[] {
  if (late.length === 0) return [];
  const lines = late.map(oneLine);
  return [
    {
      kind: 'list',
      title: 'Imports whose answer came after the run had ended',
      ...listed(lines, { inAll: lines.length, atMost: importsShown }),
    },
  ];
}

/** For a plan: nothing of it is written yet. */
const plannedNames: Record<Exclude<keyof RowCounts, 'read'>, string> = {
  created: 'would be created',
  updated: 'would be updated',
  unchanged: 'would stay unchanged',
  deleted: 'would be deleted',
  landed: 'would be written, created or updated',
  skipped: 'skipped, same as an earlier row',
  failed: 'failed, the row was refused',
  notAttempted: 'would not be attempted',
  unknown: 'unknown',
};

const classNames: Record<Exclude<keyof RowCounts, 'read'>, string> = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  deleted: 'deleted',
  landed: 'written, created or updated',
  skipped: 'skipped, same as an earlier row',
  failed: 'failed, the row was refused',
  notAttempted: 'not attempted',
  unknown: 'unknown, written or not',
};

/** Every class that has rows; they add up to what was read. */
function countsBlock({ counts, status }: Pick<RunFacts, 'counts' | 'status'>): Block[] {
  if (counts.read === 0) return [];
  const { read, ...classes } = counts;
  const names: readonly (keyof typeof classes)[] = [
    'created',
    'updated',
    'unchanged',
    'deleted',
    'landed',
    'skipped',
    'failed',
    'notAttempted',
    'unknown',
  ];
  const told = names.filter((name) => classes[name] !== 0);
  const count = (name: string, n: number): Fact => ({ name, value: number(n), numeric: true });
  return [
    {
      kind: 'facts',
      title: status === 'awaiting_approval' ? 'Rows, as they would end' : 'Rows',
      facts: [count('read', read), ...told.map((name) => count(nameOf(name, status), classes[name]))],
    },
  ];
}

function nameOf(name: keyof typeof classNames, status: RunFacts['status']): string {
  if (status === 'awaiting_approval') return plannedNames[name];
  return name === 'unknown' && status === 'needs_decision'
    ? 'unknown, waiting for a decision'
    : classNames[name];
}

function problemsBlock({ problems, problemsInAll }: RunFacts): Block[] {
  if (problems.length === 0) return [];
  const lines = problems.slice(0, problemsShown).map(problemLine);
  return [
    {
      kind: 'list',
      title: 'Refused rows, and what was expected',
      ...listed(lines, { inAll: Math.max(problemsInAll, problems.length), atMost: problemsShown }),
    },
  ];
}

function undoBlock({ undo }: RunFacts): Block[] {
  if (undo === undefined) return [];
  const told: readonly (readonly [string, number])[] = [
    ['put back', undo.reversed],
    ['kept, as somebody changed them since', undo.kept],
    ['failed', undo.failed],
  ];
  const facts = told.map(([name, n]): Fact => ({ name, value: number(n), numeric: true }));
  return [{ kind: 'facts', title: 'Records of the undo', facts }];
}

function decisionBlocks({ toDecide }: RunFacts): Block[] {
  if (toDecide === undefined || toDecide.batches.length === 0) return [];
  const { batches, commands } = toDecide;
  const lines = batches.slice(0, problemsShown).map(oneLine);
  return [
    {
      kind: 'list',
      title: 'To decide',
      ...listed(lines, { inAll: batches.length, atMost: problemsShown }),
    },
    commandsBlock(commands),
  ];
}

function approvalBlock({ approval }: RunFacts): Block[] {
  const { commands } = approval ?? {};
  if (commands === undefined) return [];
  return [commandsBlock(commands)];
}

function commandsBlock(commands: readonly (readonly [string, string])[]): Block {
  return { kind: 'facts', title: 'How', facts: commands.map(([name, value]) => ({ name, value })) };
}

/** Many rows may share one mistake, which is corrected once. */
function refusedForBlock({ refusedFor = [], problemsInAll }: RunFacts): Block[] {
  if (refusedFor.every(({ rows: n }) => n < 2)) return [];
  const told = refusedFor.slice(0, reasonsShown);
  const others = problemsInAll - told.reduce((sum, { rows: n }) => sum + n, 0);
  const rest = others > 0 ? [`${rows(others)} for other reasons`] : [];
  return [
    { kind: 'list', title: 'Why rows were refused', items: [...told.map(reasonLine), ...rest], more: 0 },
  ];
}

function notAttemptedBlock({ notAttemptedFor: heldBack = [] }: RunFacts): Block[] {
  if (heldBack.length === 0) return [];
  const items = heldBack.map(reasonLine);
  return [{ kind: 'list', title: 'Rows that were not written, and why', items, more: 0 }];
}

function reasonLine({ reason, rows: n, firstRow }: RowsOfReason): string {
  const which = n === 1 ? `Row ${firstRow}` : `${rows(n)} from row ${firstRow} on`;
  return shortened(oneLine(`${which}: ${reason}`), longestLine);
}

function callsText({ calls }: RunFacts): string | undefined {
  if (calls === undefined) return undefined;
  const { dryRuns, furtherDryRuns, imports } = calls;
  const further = furtherDryRuns === 0 ? '' : ` (${number(furtherDryRuns)} of them to find refused rows)`;
  return `${counted(dryRuns, 'dry run')}${further}, ${counted(imports, 'import')}`;
}

function problemLine({ row, column, expected }: RowProblem): string {
  const place = column === undefined ? `Row ${row}` : `Row ${row}, column ${column}`;
  return shortened(oneLine(`${place}: ${expected}`), longestLine);
}

function runFacts(facts: RunFacts): Fact[] {
  const { schema, lookup } = facts;
  const records = schema === undefined || lookup === undefined ? undefined : `${schema}, found by ${lookup}`;
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['file', facts.fileName],
    ['dropped at', facts.place],
    ['dropped by', facts.droppedBy],
    ['records', records],
    ['plan', facts.approval?.place],
    ['approved by', facts.approval?.by],
    ['result sheet', facts.resultPlace],
    ['undone by', facts.undo?.by],
    ['undo report', facts.undo?.place],
    ['calls', callsText(facts)],
    ['run', facts.runId],
    ['began', time(facts.startedAt)],
    ['ended', facts.finishedAt && time(facts.finishedAt)],
  ];
  return lines.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [{ name, value }]));
}

function notesBlock({ notes = [] }: RunFacts): Block[] {
  if (notes.length === 0) return [];
  const lines = notes.map((note) => shortened(oneLine(note), longestLine));
  return [
    {
      kind: 'list',
      title: 'How the file was read',
      ...listed(lines, { inAll: lines.length, atMost: notesShown }),
    },
  ];
}

function importsBlock({ importIds, wereDryRuns }: RunFacts): Block[] {
  if (importIds.length === 0) return [];
  return [
    {
      kind: 'list',
      title: wereDryRuns ? 'Dry runs in the service, which wrote nothing' : 'Imports in the service',
      ...listed(importIds, { inAll: importIds.length, atMost: importsShown }),
    },
  ];
}
