import { CellText } from '../../parts/cell-text.tsx';
import type { DropState } from '../state/drop-state.ts';
import { entryOf, stepLines, stepsIn, withEntry, type Draft } from '../state/draft.ts';
import { Sentence } from '../../parts/sentence.tsx';

interface Props {
  readonly state: DropState;
  readonly draft: Draft;
  readonly field: string;
  /** By which a profile may state them: the field, and its column. */
  readonly names: readonly string[];
  readonly onChange: (draft: Draft) => void;
}

/** What is done with the cells of a field, what comes of it, and what a blank one does. */
export function Steps({ state, draft, field, names, onChange }: Props) {
  const steps = entryOf(draft, 'transforms', ...names) ?? [];
  const clears = entryOf(draft, 'blanks', ...names) === 'clear';
  const preview = state.understood.value?.transforms?.find((one) => one.field === field);
  const setLines = (lines: string): void => {
    const value = stepsIn(lines);
    onChange(withEntry(draft, 'transforms', { names, value: value.length === 0 ? undefined : value }));
  };
  return (
    <details open={steps.length > 0}>
      <summary>{steps.length === 0 && !clears ? 'Change the cells' : `${steps.length} steps`}</summary>
      <label>
        Steps, one a line
        <textarea
          rows={Math.max(2, steps.length + 1)}
          spellcheck={false}
          value={stepLines(steps)}
          onChange={({ currentTarget }) => setLines(currentTarget.value)}
        />
      </label>
      <select
        aria-label={`Add a step to ${field}`}
        value=""
        onChange={({ currentTarget: { value } }) => setLines(`${stepLines(steps)}\n${value}`)}
      >
        <option value="">Add a step</option>
        {state.steps.value.map((step) => (
          <option key={step} value={step}>
            {step}
          </option>
        ))}
      </select>
      {preview !== undefined && (
        <ul class="lines">
          {preview.rows.map(({ row, before, after, reason }) => (
            <li key={row}>
              <CellText text={before} most={60} /> →{' '}
              {after === undefined ? <Sentence text={reason ?? ''} /> : <CellText text={after} most={200} />}
            </li>
          ))}
        </ul>
      )}
      <label class="choice">
        <input
          type="checkbox"
          checked={clears}
          onChange={({ currentTarget: { checked } }) =>
            onChange(withEntry(draft, 'blanks', { names, value: checked ? 'clear' : undefined }))
          }
        />
        A blank cell clears the field
      </label>
    </details>
  );
}
