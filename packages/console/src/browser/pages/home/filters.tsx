import { runStatuses } from '@sluice/ledger';
import { addressOf, goTo, query } from '../../app/place.ts';

/** Every filter of the history. All of them stand in the address, so that a list can be sent to somebody. */
const names = ['status', 'dropper', 'schema', 'since', 'until', 'importId', 'hash'] as const;
type Filter = (typeof names)[number];
type Given = Readonly<Partial<Record<Filter | 'after', string | undefined>>>;

export const filtersIn = (parameters: URLSearchParams): Given =>
  Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? undefined]));

/** The list with these filters changed, from its newest run on. */
export const addressWith = (changed: Given): string =>
  addressOf('/', { ...filtersIn(query.value), ...changed });

const text: readonly (readonly [Filter, label: string, type: string])[] = [
  ['dropper', 'Dropped by', 'text'],
  ['schema', 'Records', 'text'],
  ['since', 'Since', 'date'],
  ['until', 'Until', 'date'],
];
const rare: readonly (readonly [Filter, label: string, type: string])[] = [
  ['importId', 'Import', 'text'],
  ['hash', 'Fingerprint of the file (sha256)', 'text'],
];

export function Filters() {
  const given = filtersIn(query.value);
  const set = (name: Filter) => (event: Event) => {
    const { value } = event.currentTarget as HTMLInputElement | HTMLSelectElement;
    goTo(addressWith({ [name]: value.trim() }));
  };
  const field = ([name, label, type]: readonly [Filter, string, string]) => (
    <label key={name}>
      {label}
      <input type={type} value={given[name] ?? ''} onChange={set(name)} />
    </label>
  );
  return (
    <form class="run-filters" role="search" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <label>
        Status
        <select value={given.status ?? ''} onChange={set('status')}>
          <option value="">any</option>
          {runStatuses.map((status) => (
            <option key={status} value={status}>
              {status.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </label>
      {text.map(field)}
      <details open={rare.some(([name]) => given[name] !== undefined)}>
        <summary>More</summary>
        {rare.map(field)}
      </details>
    </form>
  );
}
