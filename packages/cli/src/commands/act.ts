import { runWords } from '@sluice/answers/run';
import { printable } from '@sluice/contract/words';
import type { Choice } from '@sluice/ledger';
import type { Command } from '../command/command.ts';
import type { Exit } from '../io/exit-codes.ts';
import { followRun, type Followed } from '../system/follow.ts';
import { commandLine } from '../io/shell.ts';
import { createHistory } from '../system/history.ts';
import type { Paint } from '../io/columns.ts';
import { isAtRest, type RunJson } from '@sluice/ledger/views';
import type { Services } from '../io/services.ts';
import { whoAmI } from '../system/who-am-i.ts';
import { saveUndoReport } from '../files/run-files.ts';
import { checkTarget } from '../files/save-file.ts';
import { shownWithReasons } from './run.ts';
import { runSummary, type RunShown } from '../views/run-summary.ts';
import { withRun, type InsteadOfRun } from '../system/short-ids.ts';

/** What is done to a run. */
export type Act =
  | { readonly name: 'cancel' | 'undo' }
  | { readonly name: 'approve'; readonly plan: string }
  | {
      readonly name: 'decide';
      readonly batch?: number | undefined;
      readonly choice: Choice;
      readonly importId?: string | undefined;
    };

export interface ActOptions {
  readonly runId: string;
  readonly act: Act;
  /** Whether to wait for its end. */
  readonly wait: boolean;
  /** Where the report of an undo is saved. */
  readonly report?: string | undefined;
}

interface ActShown extends RunShown {
  readonly act: Act;
  /** Whether the act found nothing left to do. */
  readonly isRepeated?: boolean;
}

/** Shown until the history answers with the status of the run. */
const begun: Record<Act['name'], Followed['begun']> = {
  approve: { label: 'approved', detail: 'checking once more' },
  cancel: { label: 'cancelling', detail: 'waiting for what was sent' },
  undo: { label: 'undoing', detail: 'restoring records' },
  decide: { label: 'decided', detail: 'the run goes on' },
};

/** The same act on a start of a migration. */
const ofStart: Partial<Record<Act['name'], InsteadOfRun>> = {
  cancel: (id) => commandLine('migrate', id, '--cancel'),
  undo: (id) => commandLine('migrate', id, '--undo'),
};

const undoneBefore = { label: 'looking at the run', detail: '' };

/** Acts on a run, and follows it until it has ended or waits for a person again. */
export async function act(options: ActOptions, services: Services): Promise<ActShown> {
  const { act, wait, report } = options;
  if (report !== undefined) await checkTarget({ file: report, option: '--report' }, services);
  const history = createHistory(services);
  const { name, ...body } = act;
  const taken = await withRun({ text: options.runId, instead: ofStart[name] }, history, (id) =>
    history.act(id, name, { ...body, by: whoAmI(services) }),
  );
  const { runId } = taken;
  // An undo that has something to do is under way now.
  const isRepeated = name === 'undo' && taken.status === 'undone';
  if (!wait) return { act, isRepeated, run: taken };
  const progress = isRepeated ? undoneBefore : begun[name];
  const run = await followRun({ runId, begun: progress }, history, services);
  services.voice.endProgress();
  if (report !== undefined) await saveUndoReport(run, report, services);
  return { act, isRepeated, ...(await shownWithReasons(run, services)) };
}

/** How an act should end; anything else means that rows are left. */
function exitOf({ act, run }: ActShown): Exit {
  if (act.name === 'cancel')
    return run.status === 'cancelled' || run.cancelledBy !== undefined ? 'ok' : 'failed';
  if (act.name === 'undo') return undoExit(run);
  if (act.name === 'approve') return isAtRest(run) && run.status !== 'succeeded' ? 'rowsLeft' : 'ok';
  return run.status === 'needs_decision' && run.toDecide?.length !== 0 ? 'rowsLeft' : 'ok';
}

function undoneBeforeText({ timeline = [] }: RunJson): string {
  const asked = timeline.findLast(({ type }) => type === 'undoRequested');
  return printable(runWords.undoneBefore('run', asked?.data?.by, asked?.at));
}

function undoExit({ status, undo }: RunJson): Exit {
  if (status !== 'undone') return 'ok';
  return undo !== undefined && undo.kept + undo.failed > 0 ? 'rowsLeft' : 'ok';
}

export const command: Command<ActOptions, ActShown> = {
  run: act,
  text: (shown, paint: Paint) => [
    ...(shown.isRepeated ? [undoneBeforeText(shown.run)] : []),
    ...runSummary(shown, paint),
  ],
  json: ({ run }) => run,
  exit: exitOf,
};
