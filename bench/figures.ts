/** The middle of what was measured. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (upper + lower) / 2;
}

export const count = (value: number): string => value.toLocaleString('en-US');

/** As many digits as the figure is worth. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Number.isInteger(value) || value >= 100) return count(Math.round(value));
  return value.toFixed(value < 10 ? 2 : 1).replace(/\.?0+$/, '');
}

export const milliseconds = (value: number): string =>
  Number.isFinite(value) ? `${value.toFixed(1)} ms` : '–';

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

export const times = (ratio: number): string => (Number.isFinite(ratio) ? `${ratio.toFixed(2)}×` : '–');
