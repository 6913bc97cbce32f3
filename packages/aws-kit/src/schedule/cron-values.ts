export interface Values {
  readonly from: number;
  readonly to: number;
  /** The names of the values, beginning with that of `from`. */
  readonly names?: readonly string[];
}

/** `*`, `?`, `5`, `MON-FRI`, `0/15`, `10-30/5`, and several of these with commas; undefined for anything else. */
export function readValues(text: string, values: Values): ReadonlySet<number> | undefined {
  const all = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^(\*|\?|\w+)(?:-(\w+))?(?:\/([1-9]\d*))?$/.exec(part);
    const [, first = '', last, step] = match ?? [];
    const isWhole = first === '*' || first === '?';
    const from = isWhole ? values.from : valueOf(first, values);
    const isOpen = isWhole || (last === undefined && step !== undefined);
    const to = isOpen ? values.to : valueOf(last ?? first, values);
    if (match === null || from === undefined || to === undefined || from > to) return undefined;
    for (let value = from; value <= to; value += Number(step ?? 1)) all.add(value);
  }
  return all;
}

function valueOf(text: string, { from, to, names }: Values): number | undefined {
  const named = names?.indexOf(text) ?? -1;
  if (named >= 0) return from + named;
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  return value >= from && value <= to ? value : undefined;
}
