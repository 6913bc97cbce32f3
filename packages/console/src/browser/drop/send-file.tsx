import { blocksOfVerdict, isStopped, type PlanFacts } from '@sluice/answers/plan';
import { Blocks } from '../parts/blocks.tsx';
import { dropIt } from './state/drop-it.ts';
import type { DropState } from './state/drop-state.ts';
import { folderValue, whyNotDropAs } from './state/folder.ts';
import { keyFor } from './state/key-for.ts';

interface Props {
  readonly state: DropState;
  /** What is dropped, on the button. */
  readonly what?: string;
}

/** What sending the file will do, and its progress. */
export function SendFile({ state, what = 'it' }: Props) {
  const uploading = state.uploading.value;
  if (uploading !== undefined) {
    const { sent, bytes, waits } = uploading;
    return (
      <section class="panel" role="status">
        <label>
          Sending
          <progress max={Math.max(1, bytes)} value={sent} />
        </label>
        {waits !== undefined && <p class="notice">{waits}</p>}
      </section>
    );
  }
  const missing = whatIsMissing(state);
  return (
    <section class="panel">
      {missing === undefined ? <Blocks of={blocksOfVerdict(planFacts(state))} /> : <p>{missing}</p>}
      <button class="main" disabled={missing !== undefined} onClick={() => void dropIt(state)}>
        Drop {what}
        {isStopped(planFacts(state)) && ' all the same'}
      </button>
    </section>
  );
}

function whatIsMissing(state: DropState): string | undefined {
  if (state.refusal.value !== undefined) return 'It cannot be dropped before it can be read.';
  if (state.mapping.value !== undefined) return 'It can be dropped once its profile is saved.';
  if (folderValue(state.folder.value) === '') return 'Choose where it goes.';
  const elsewhere = whyNotDropAs(keyFor(state, 'sheet.csv') ?? '');
  if (elsewhere !== undefined) return elsewhere;
  if (state.file.value === undefined) return 'It can be dropped once its file is here.';
  if (state.isChecking.value) return 'It can be dropped once every row is checked.';
  // The sum of a corrected file is made when it is sent.
  if (state.corrections.value.length > 0) return undefined;
  return state.sums.value === undefined ? 'It can be dropped once its sum is known.' : undefined;
}

/** What the check found. */
function planFacts({ found, totals, understood }: DropState): PlanFacts {
  const { records = 0, landedAlready = 0, asExported = 0 } = totals.value ?? {};
  const { wrongRows: wrong } = found.value;
  return { records, wrong, landedAlready, asExported, stops: understood.value?.invalidRows !== 'skip' };
}
