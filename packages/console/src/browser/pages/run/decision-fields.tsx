import { runWords } from '@sluice/answers/run';
import { choices, type Choice } from '@sluice/ledger';
import { time } from '@sluice/contract/words';
import { useSignal } from '@preact/signals';
import type { RunHead } from '../../app/answers.ts';
import { Sentence } from '../../parts/sentence.tsx';

interface Shown {
  readonly open: NonNullable<RunHead['toDecide']>;
  /** What is known about each batch. */
  readonly lines: readonly string[];
}

/** Which batches, and what became of them. */
export function DecisionFields({ open, lines }: Shown) {
  const choice = useSignal<Choice>('attach');
  const quietUntil =
    open
      .map((one) => one.quietUntil ?? '')
      .toSorted()
      .at(-1) ?? '';
  return (
    <>
      <ul class="lines">
        {lines.map((line) => (
          <li key={line}>
            <Sentence text={line} />
          </li>
        ))}
      </ul>
      <label>
        Batch
        <select name="batch">
          {open.map(({ batch }) => (
            <option key={batch} value={batch}>
              {batch}
            </option>
          ))}
          {open.length > 1 && <option value="">all of them</option>}
        </select>
      </label>
      <fieldset>
        <legend>Its rows are to be</legend>
        {choices.map((one) => (
          <label key={one} class="choice">
            <input
              type="radio"
              name="choice"
              value={one}
              checked={choice.value === one}
              onChange={() => (choice.value = one)}
            />
            {runWords.choice[one]}
          </label>
        ))}
      </fieldset>
      {choice.value === 'attach' ? (
        <label>
          Id of the import
          <input name="importId" required autocomplete="off" />
        </label>
      ) : (
        quietUntil !== '' && <p>Possible from {time(quietUntil)} on: until then it may still be imported.</p>
      )}
    </>
  );
}

const textIn = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

/** The decision as the API takes it. Without a batch it is about all of them. */
export function decisionIn(form: FormData): object {
  const [batch, importId] = [textIn(form, 'batch'), textIn(form, 'importId')];
  return {
    choice: textIn(form, 'choice'),
    ...(batch !== '' && { batch: Number(batch) }),
    ...(importId !== '' && { importId }),
  };
}
