import { number } from '@sluice/contract/words';
import { Shown } from '../parts/cell-text.tsx';
import { correctionText } from './state/corrections.ts';
import type { DropState } from './state/drop-state.ts';

/** How many corrections are listed; all of them count. */
const listed = 100;

/** What was corrected, and how it is taken back. */
export function Corrections({
  state,
  header,
}: {
  readonly state: DropState;
  readonly header: readonly string[];
}) {
  const all = state.corrections.value;
  if (all.length === 0) return null;
  const first = Math.max(0, all.length - listed);
  return (
    <details class="corrections" open>
      <summary>{all.length === 1 ? '1 correction' : `${number(all.length)} corrections`}</summary>
      <ul>
        {all.slice(first).map((correction, at) => (
          <li key={first + at}>
            <Shown text={correctionText(correction, header)} />{' '}
            <button onClick={() => state.takeBack(first + at)}>Take back</button>
          </li>
        ))}
      </ul>
      <button onClick={() => void save(state)}>Save the corrected file</button>
    </details>
  );
}

async function save(state: DropState): Promise<void> {
  const file = await state.corrected();
  if (file === undefined) return;
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
