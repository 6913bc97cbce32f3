import { useEffect, useRef } from 'preact/hooks';
import { DataTable } from './data-table.tsx';

interface Series {
  readonly name: string;
  readonly of: readonly number[];
  readonly text: (value: number) => string;
}
interface Shown {
  readonly title: string;
  /** Such as `2026-11-23`. */
  readonly days: readonly string[];
  readonly series: readonly Series[];
}

/** A chart of some days, and the same as a table. */
export function Chart({ title, days, series }: Shown) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const into = place.current;
    if (into === null) return undefined;
    let end: (() => void) | undefined;
    let isOver = false;
    void import('./draw-chart.ts').then(({ drawChart }) => {
      if (!isOver) end = drawChart(into, { days, series });
    });
    return () => {
      isOver = true;
      end?.();
    };
  }, [days, series]);
  return (
    <section class="panel chart">
      <h2>{title}</h2>
      <div ref={place} class="drawn" aria-hidden="true" />
      {series.length > 1 && (
        <ul class="legend" aria-hidden="true">
          {series.map(({ name }) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      <details>
        <summary>As a table</summary>
        <DataTable label={title} headings={['Day', ...series.map(({ name }) => ({ name, class: 'number' }))]}>
          {days.map((day, at) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {series.map(({ name, of, text }) => (
                <td key={name} class="number">
                  {text(of[at] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </DataTable>
      </details>
    </section>
  );
}
