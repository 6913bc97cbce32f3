/** Thrown by a case that lacks something. It proves nothing and is reported as skipped. */
export class Lacking extends Error {
  override readonly name = 'Lacking';
}

export function given<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Lacking(`was not given ${what}`);
  return value;
}
