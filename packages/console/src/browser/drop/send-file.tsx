import { counted, number } from '@sluice/contract/words';
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
      <p>{missing ?? outcomeOf(state)}</p>
      <button class="main" disabled={missing !== undefined} onClick={() => void dropIt(state)}>
        Drop {what}
        {isStopped(state) && ' all the same'}
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

const isStopped = ({ found, understood }: DropState): boolean =>
  found.value.wrongRows > 0 && understood.value?.invalidRows !== 'skip';

function outcomeOf(state: DropState): string {
  const { wrongRows } = state.found.value;
  const { records: toSend = 0, landedAlready = 0, asExported = 0 } = state.totals.value ?? {};
  const left = [
    ...(landedAlready === 0 ? [] : [`${counted(landedAlready, 'row')} landed already`]),
    ...(asExported === 0
      ? []
      : [`${counted(asExported, 'row')} ${asExported === 1 ? 'is' : 'are'} as exported`]),
  ];
  const already = left.length === 0 ? '' : ` ${left.join(', ')}, and would be left out.`;
  const records = counted(toSend, 'record');
  if (wrongRows === 0) return `It would send ${records}: as a dry run first, then for real.${already}`;
  const areWrong = wrongRows === 1 ? '1 row is wrong' : `${number(wrongRows)} rows are wrong`;
  return isStopped(state)
    ? `Nothing would be written: ${areWrong}, and every row must be right.`
    : `It would send ${records}. ${areWrong}, and would be left out, as the profile says.${already}`;
}
