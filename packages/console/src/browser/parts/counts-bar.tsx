import { classTexts, countsText } from '@sluice/answers/run';
import { rowClasses, type RowClass } from '@sluice/ledger';
import { counted } from '@sluice/contract/words';

type Counts = Readonly<Record<'read' | RowClass, number>>;

interface Shown {
  readonly counts: Counts;
  /** What the rows are called that were not attempted. */
  readonly open: string | undefined;
}

/** The rows as a bar whose parts add up to what was read, and in words. */
export function CountsBar({ counts, open }: Shown) {
  const parts = classTexts(counts, open);
  if (counts.read === 0) return null;
  return (
    <figure class="counts">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={countsText(counts, open)}>
        {parts.map(({ name }) => (
          <rect
            key={name}
            class={name}
            x={startOf(name, counts)}
            width={share(counts[name], counts)}
            height="6"
          />
        ))}
      </svg>
      <figcaption>
        <strong>{counted(counts.read, 'row')}</strong>
        <ul>
          {parts.map(({ name, text }) => (
            <li key={name} class={name}>
              {text}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

const share = (rows: number, { read }: Counts): number => (100 * rows) / read;
const startOf = (name: RowClass, counts: Counts): number =>
  share(
    rowClasses.slice(0, rowClasses.indexOf(name)).reduce((sum, one) => sum + counts[one], 0),
    counts,
  );
