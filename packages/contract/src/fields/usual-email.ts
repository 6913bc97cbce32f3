/*
 * The usual e-mail address, a part of what `isEmail` takes: words of the local part between single dots and hyphens, then a domain
 * whose last label has two letters or more. One state for each place in it, and one step for each character.
 */

const signs = 128;
const [fail, local, inLocal, domain, inDomain, label, inLabel, end] = [0, 1, 2, 3, 4, 5, 6, 7];

type Step = readonly [from: readonly number[], signs: string, to: number];

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';
const inName = [inDomain, inLabel, end];

const steps: readonly Step[] = [
  [[local, inLocal], `${letters}${digits}_+`, inLocal],
  [[inLocal], '.-', local],
  [[inLocal], '@', domain],
  [[domain, inDomain], letters, inDomain],
  [[domain, label, ...inName], digits, inDomain],
  [inName, '-', domain],
  [inName, '.', label],
  [[label], letters, inLabel],
  [[inLabel, end], letters, end],
];

const table = new Uint8Array((end + 1) * signs);
for (const [states, characters, to] of steps)
  for (const from of states) for (const sign of characters) table[from * signs + sign.charCodeAt(0)] = to;

const next = (state: number, unit: number): number =>
  unit < signs ? (table[state * signs + unit] ?? fail) : fail;

export function isUsualEmail(text: string): boolean {
  let state = local;
  for (let at = 0; at < text.length && state !== fail; at += 1) state = next(state, text.charCodeAt(at));
  return state === end;
}

/** The same for bytes of UTF-8. */
export function areUsualEmail(bytes: Uint8Array, from: number, to: number): boolean {
  let state = local;
  for (let at = from; at < to && state !== fail; at += 1) state = next(state, bytes[at] ?? signs);
  return state === end;
}
