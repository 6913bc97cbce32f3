import { paragraph } from '@sluice/answers/blocks';
import { blocksOfRun, type FactName, type RowReasons, type RunFiles } from '@sluice/answers/run';
import { proposalLines } from '@sluice/import-plan/proposal-lines';
import type { RunJson } from '@sluice/ledger/views';
import type { PlanHead } from '../files/plan-head.ts';
import type { Paint, Lines } from '../io/columns.ts';
import { linesOfAnswer, linesOfBlocks } from './blocks-text.ts';
import { planHeadText } from './plan-head-text.ts';
import { paintOf } from './run-status.ts';

/** A run with the addresses of its files, `s3://…`. */
export interface RunShown {
  readonly run: RunJson;
  readonly files?: RunFiles | undefined;
  /** The first lines of the plan that a person must approve. */
  readonly planHead?: PlanHead | undefined;
  /** The rows that need a person, if they were read. */
  readonly reasons?: RowReasons | undefined;
  /** The file in which the result sheet was saved just now. */
  readonly savedAs?: string | undefined;
  /** Whether all that is known follows. */
  readonly details?: boolean | undefined;
  /** How far a run is that is under way. */
  readonly progress?: string | undefined;
}

const facts: readonly FactName[] = [
  ...(['file', 'run', 'rows', 'started', 'took', 'droppedBy', 'importedBefore', 'sameAs'] as const),
  ...(['writtenSince', 'waitsFor', 'since', 'begins', 'ifApproved', 'approvedBy', 'reverted'] as const),
  ...(['warning', 'note', 'mail', 'plan', 'resultSheet', 'undoReport'] as const),
];

/** The answer about a run on one screen, however large the run is: what happened, what to do, and where the rest is. */
export function runSummary(shown: RunShown, paint: Paint): Lines {
  const { savedAs, details = false } = shown;
  const acts = toldOf(shown).actions({ savedAs, isOfRun: !details });
  return [...runOutcome(shown, paint), '', ...linesOfBlocks(acts)];
}

/** What happened, without what to do. */
export function runOutcome(shown: RunShown, paint: Paint): Lines {
  const { run, progress, planHead } = shown;
  const told = toldOf(shown);
  return [
    ...linesOfAnswer([...told.answer, ...paragraph(progress), ...told.reason], paintOf(run, paint)),
    '',
    ...linesOfBlocks([...told.facts(facts), ...told.reasons, ...told.proposal, ...told.toDecide]),
    ...planHeadText(run.runId, planHead),
  ];
}

export const toldOf = ({ run, ...known }: RunShown) =>
  blocksOfRun({ run, ...known, proposal: run.proposal && proposalLines(run.proposal) });
