import { number } from '@sluice/contract/words';
import type { Tone } from './status.ts';
import { Sentence } from '../parts/sentence.tsx';

export interface GridFilter {
  readonly id: string;
  readonly name: string;
  readonly rows: number;
  readonly tone?: Tone | undefined;
}

interface Props {
  readonly label: string;
  readonly filters: readonly GridFilter[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** Which rows a grid shows: by status or by reason. */
export function Filters({ label, filters, chosen, onChoose }: Props) {
  return (
    <div class="filters" role="group" aria-label={label}>
      {filters.map(({ id, name, rows, tone }) => (
        <button
          key={id}
          type="button"
          class="filter"
          data-tone={tone}
          aria-pressed={id === chosen}
          disabled={rows === 0 && id !== chosen}
          onClick={() => onChoose(id)}
        >
          <Sentence text={name} /> <span class="count">{number(rows)}</span>
        </button>
      ))}
    </div>
  );
}
