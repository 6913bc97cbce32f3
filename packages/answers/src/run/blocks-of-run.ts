import { actions, facts, line, list, paragraph, sentences, type Block } from '../blocks/blocks.ts';
import { run as english, type RunMessages } from '../messages/run.ts';
import { actionsOfRun } from './actions-of-run.ts';
import { answerText, reasonBeyondCounts } from './answer.ts';
import { batchLines } from './decisions.ts';
import { factsOfRun, revertText, type FactName } from './facts-of-run.ts';
import type { RowReasons, RowsOfReason, RunFacts } from './facts.ts';

/** Everything that can be said about a run. A mail, a terminal and a page each choose blocks from it, and their order. */
export function blocksOfRun(about: RunFacts, says: RunMessages = english) {
  const { run, reasons, proposal = [], late = [], imports, brokenCounts = [] } = about;
  const { toDecide = [], reverts = [], warnings = [], notes = [] } = run;
  const title = says.title;
  const lines = (name: string, texts: readonly string[]) => list(name, texts.map(line), says);
  return {
    answer: paragraph(answerText(about, says), 'answer'),
    reason: paragraph(
      sentences(reasonBeyondCounts(run), brokenCounts.length > 0 && says.countsDoNotAddUp(brokenCounts)),
    ),
    before: facts(title.before, factsOfRun(about, ['sameAs', 'importedBefore', 'writtenSince'], says)),
    reasons: reasons === undefined ? [] : reasonLists(reasons, says),
    proposal: lines(title.proposal, proposal),
    toDecide: list(title.toDecide, batchLines(run.runId, toDecide, says), says),
    warnings: lines(
      title.warnings,
      warnings.map(({ text }) => text),
    ),
    notes: lines(title.notes, [...(about.passed ?? []).map(says.passedBy), ...notes]),
    reverts: lines(
      title.reverts,
      reverts.map((one) => revertText(one, says)),
    ),
    late: lines(
      title.late,
      late.map(({ importId, batch, status }) => {
        const text = says.lateImport(importId, batch, status);
        return run.status === 'undone' ? says.lateAfterUndo(text, run.runId) : text;
      }),
    ),
    facts: (names: readonly FactName[]) => facts(title.run, factsOfRun(about, names, says)),
    actions: (shown: Parameters<typeof actionsOfRun>[1] = {}) =>
      actions(title.actions, actionsOfRun(about, shown, says)),
    imports: list(imports?.wereDryRuns ? title.dryRuns : title.imports, imports?.ids ?? [], {
      ...says,
      most: 5,
    }),
  } as const;
}

const reasonsShown = 10;

/** Why rows did not land: rows often share a mistake that is corrected once. */
function reasonLists(reasons: RowReasons, says: RunMessages): Block[] {
  const { problems, problemsInAll, notAttemptedFor, unknownFor } = reasons;
  const title = says.title;
  return [
    ...reasonList(title.problems, problems, { inAll: problemsInAll, says }),
    ...list(
      title.notAttempted,
      notAttemptedFor.map((one) => reasonLine(one, says)),
      says,
    ),
    ...list(
      title.unknown,
      unknownFor.map((one) => reasonLine(one, says)),
      says,
    ),
  ];
}

interface Listed {
  readonly inAll: number;
  readonly says: RunMessages;
}

export function reasonList(
  title: string,
  problems: readonly RowsOfReason[],
  { inAll, says }: Listed,
): Block[] {
  const shown = problems.slice(0, reasonsShown);
  const others = inAll - shown.reduce((sum, { rows }) => sum + rows, 0);
  const rest = others > 0 ? [says.moreReasons(others)] : [];
  return list(title, [...shown.map((one) => reasonLine(one, says)), ...rest], says);
}

/** `Rows 2, 3 and 4: Email is blank.` */
export function reasonLine({ reason, rows, firstRows }: RowsOfReason, says: RunMessages): string {
  return line(says.rowsOf(firstRows, rows, reason));
}
