import {
  count,
  facts,
  line,
  list,
  mailOf,
  paragraph,
  undoBlock,
  type Block,
  type FactLine,
} from './letter.ts';
import type { Mail } from './mail.ts';
import { linksOpen } from './mailed-file.ts';
import { endingOf } from './run-endings.ts';
import { rowClasses, type RowsOfReason, type RunFacts } from './run-facts.ts';
import { counted, nameInSubject, number, rows, time } from './words.ts';

const reasonsShown = 5;
const idInSubject = 8;

/** The mail of a run: what happened to its rows, where to look, and what to do next. */
export function composeRunMail(about: RunFacts): Mail {
  const { headline, opening, next } = endingOf(about);
  const { problems, toDecide, approval, undo } = about;
  const name = nameInSubject(about.fileName) || 'A file without a name';
  const mayDecide = toDecide !== undefined && toDecide.batches.length > 0;
  return mailOf({
    // With the id of the run, two mails of one run differ from mails of two runs.
    subject: `${name}: ${headline} (run ${about.runId.slice(0, idInSubject)})`,
    blocks: [
      ...paragraph(opening),
      ...paragraph(about.reason && `The reason: ${about.reason}`),
      ...list('Proposed profile', (about.proposal ?? []).map(line)),
      ...list('Reverted in the control panel of the service', (about.reverts ?? []).map(line)),
      ...list('Imports whose answer came after the run had ended', about.late ?? []),
      ...undoBlock(undo, 'failed'),
      ...countsBlock(about),
      ...list('Warnings', (about.warnings ?? []).map(line)),
      ...refusedForBlock(about),
      ...list(
        'Refused rows, and what was expected',
        problems.map(({ row, expected }) => line(`Row ${row}: ${expected}`)),
        about.problemsInAll,
      ),
      ...list('Rows that were not written, and why', (about.notAttemptedFor ?? []).map(reasonLine)),
      ...(mayDecide ? [...list('To decide', toDecide.batches), facts('Commands', toDecide.commands)] : []),
      ...(approval?.commands ? [facts('Commands', approval.commands)] : []),
      ...paragraph(`What to do next: ${next}`),
      facts('The run', runLines(about)),
      ...list('How the file was read', (about.notes ?? []).map(line)),
      ...list(
        about.wereDryRuns ? 'Dry runs in the service, which wrote nothing' : 'Imports in the service',
        about.importIds,
      ),
    ],
  });
}

/** Every outcome that has rows; they add up to what was read. */
function countsBlock({ counts, status }: Pick<RunFacts, 'counts' | 'status'>): Block[] {
  if (counts.read === 0) return [];
  const isPlan = status === 'awaiting_approval';
  const classes = rowClasses
    .filter(([name]) => counts[name] !== 0)
    .map(([name, ended, planned]) => {
      const waits = name === 'unknown' && status === 'needs_decision';
      return count(isPlan ? planned : waits ? 'unknown, waiting for a decision' : ended, counts[name]);
    });
  const title = isPlan ? 'Rows, if you approve' : 'Rows';
  return [{ kind: 'facts', title, facts: [count('read', counts.read), ...classes] }];
}

/** Rows often share a mistake that is corrected once. */
function refusedForBlock({ refusedFor = [], problemsInAll }: RunFacts): Block[] {
  if (refusedFor.every(({ rows: n }) => n < 2)) return [];
  const shown = refusedFor.slice(0, reasonsShown);
  const others = problemsInAll - shown.reduce((sum, { rows: n }) => sum + n, 0);
  const rest = others > 0 ? [`${rows(others)} for other reasons`] : [];
  return list('Why rows were refused', [...shown.map(reasonLine), ...rest]);
}

function reasonLine({ reason, rows: n, firstRow }: RowsOfReason): string {
  const which = n === 1 ? `Row ${firstRow}` : `${rows(n)} from row ${firstRow} on`;
  return line(`${which}: ${reason}`);
}

function callsText({ calls }: RunFacts): string | undefined {
  if (calls === undefined) return undefined;
  const { dryRuns, furtherDryRuns, imports } = calls;
  const further = furtherDryRuns === 0 ? '' : ` (${number(furtherDryRuns)} of them to find refused rows)`;
  return `${counted(dryRuns, 'dry run')}${further}, ${counted(imports, 'import')}`;
}

function runLines(about: RunFacts): readonly FactLine[] {
  const { schema, lookup, files: { result, plan, undoReport } = {} } = about;
  return [
    ['file', about.fileName],
    ['dropped at', about.place],
    ['dropped by', about.droppedBy],
    ['records', schema === undefined || lookup === undefined ? undefined : `${schema}, found by ${lookup}`],
    ['plan', plan?.place],
    ['download it', plan?.link?.url, 'link'],
    ['approved by', about.approval?.by],
    ['result sheet', result?.place],
    ['save it with', result && `npx sluice run ${about.runId} --result FILE`],
    ['or download it', result?.link?.url, 'link'],
    ['undone by', about.undo?.by],
    ['undo report', undoReport?.place],
    ['download it', undoReport?.link?.url, 'link'],
    linksOpen([result, plan, undoReport]),
    ['calls', callsText(about)],
    ['run', about.runId],
    ['began', time(about.startedAt)],
    ['ended', about.finishedAt && time(about.finishedAt)],
  ];
}
