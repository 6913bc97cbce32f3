import { number } from '@sluice/contract/words';
import { useSignal } from '@preact/signals';
import type { RowBlocks } from '@sluice/import-plan/read-row-blocks';
import { useMemo } from 'preact/hooks';
import type { RunHead } from '../app/answers.ts';
import { useAnswer } from '../app/use-answer.ts';
import { widthFor } from '../grid/columns.ts';
import { resultBlocks } from '../grid/result-blocks.ts';
import { RowsProblem, Wait } from '../parts/notices.tsx';
import { editsOf } from './state/corrections.ts';
import { correctedRun, isPartly } from './state/corrected-run.ts';
import { DropState } from './state/drop-state.ts';
import { correctedSource, failedGroups, hasFailed } from './state/failed-rows.ts';
import { allRows } from './state/reason-filters.ts';
import { RowsByReason } from './rows-by-reason.tsx';
import { SendFile } from './send-file.tsx';
import { useDropState } from './state/use-drop-state.ts';
import { progress } from './wrong-rows-view.tsx';
import { Sentence } from '../parts/sentence.tsx';

interface Props {
  readonly run: RunHead;
}

/** The failed rows of a run, where they are corrected and dropped again. */
export function CorrectRows({ run }: Props) {
  const { runId } = run;
  const { data, error } = useAnswer({ load: () => failedOf(runId), of: [runId] });
  if (data !== undefined) return <Failed run={run} {...data} />;
  return (
    <section class="panel">
      <h2>Rows to correct</h2>
      {error === undefined ? <Wait /> : <RowsProblem error={error} />}
    </section>
  );
}

const rowsShownFirst = 20;

/** The rows of a result, and the cells of the first that failed. */
async function failedOf(runId: string) {
  const blocks = await resultBlocks(runId);
  const first = await blocks.at(blocks.placesOf(hasFailed()).slice(0, rowsShownFirst));
  return { blocks, first: first.map(({ cells }) => cells) };
}

type FailedProps = Props & Awaited<ReturnType<typeof failedOf>>;

function useColumns(header: readonly string[], first: readonly (readonly string[])[]) {
  return useMemo(
    () =>
      header.map((name, at) => ({
        header: name,
        width: widthFor([name, ...first.map((cells) => cells[at] ?? '')]),
      })),
    [header, first],
  );
}

interface Corrected {
  readonly state: DropState;
  readonly blocks: RowBlocks;
  readonly places: readonly number[];
}

function useCorrected({ state, blocks, places }: Corrected) {
  const corrections = state.corrections.value;
  const isChecked = state.totals.value !== undefined;
  return useMemo(
    () =>
      correctedSource(blocks, places, {
        edits: editsOf(corrections),
        problems: isChecked ? (rows) => state.reader.problems(rows) : undefined,
      }),
    [blocks, places, corrections, isChecked],
  );
}

/** What has failed, and where it is corrected. */
function Failed({ run, blocks, first }: FailedProps) {
  const state = useDropState(() => new DropState(run.runId, correctedRun(run, blocks)));
  const chosen = useSignal(allRows);
  const { header, classes } = blocks;
  const groups = useMemo(() => failedGroups(classes), [classes]);
  const group = groups.find(({ id }) => String(id) === chosen.value);
  const places = useMemo(() => blocks.placesOf(hasFailed(group)), [blocks, group]);
  const columns = useColumns(header, first);
  const corrections = state.corrections.value;
  const source = useCorrected({ state, blocks, places });
  const failed = classes.reduce((sum, one) => sum + (one.status === 'failed' ? one.rows : 0), 0);
  return (
    <>
      <section class="panel">
        <h2>Rows to correct</h2>
        <p>
          {isPartly(run)
            ? 'The other rows have landed. Correct these, and only they are dropped again.'
            : 'Nothing was written. Correct these rows, and the whole sheet is dropped again.'}
        </p>
        <RowsByReason
          {...{ state, groups, group, chosen, header, columns, source }}
          label="Failed rows"
          all={{ name: 'All failed rows', rows: failed }}
          first={async () => (await blocks.at(places.slice(0, 1)))[0]?.cells}
        />
        {corrections.length > 0 && <Checked state={state} />}
      </section>
      {corrections.length > 0 && (
        <SendFile state={state} what={isPartly(run) ? 'these rows' : 'the whole sheet'} />
      )}
    </>
  );
}

/** What the corrected rows are now. */
function Checked({ state }: { readonly state: DropState }) {
  const { rows, wrongRows, groups } = state.found.value;
  const trouble = state.problem.value ?? state.refusal.value?.text;
  if (trouble !== undefined)
    return (
      <p class="notice bad" role="alert">
        <Sentence text={trouble} />
      </p>
    );
  if (state.file.value === undefined) return <p role="status">The file is being fetched.</p>;
  return (
    <>
      <p role="status">{progress(state, rows, wrongRows)}</p>
      <ul class="lines">
        {groups.map(({ id, example, rows: count }) => (
          <li key={id}>
            {count > 1 && `${number(count)} rows, such as: `}
            <Sentence text={example} />
          </li>
        ))}
      </ul>
    </>
  );
}
