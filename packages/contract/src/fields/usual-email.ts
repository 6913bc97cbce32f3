/*
 * The usual e-mail address, a part of what `isEmail` takes: words of the local part between single dots and hyphens, then a domain
 * whose last label has two letters or more. One state for each place in it, and one step for each character.
 */

/** Each state is the place of its steps in the table, which has one for each byte. */
const bytesOfState = 256;
const [fail, local, inLocal, domain, inDomain, label, inLabel, end] = [
  0, 256, 512, 768, 1024, 1280, 1536, 1792,
];

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

const table = new Uint16Array(end + bytesOfState);
for (const [states, characters, to] of steps)
  for (const from of states) for (const sign of characters) table[from + sign.charCodeAt(0)] = to;

export function isUsualEmail(text: string): boolean {
  let state = local;
  for (let at = 0; at < text.length && state !== fail; at += 1) {
    const unit = text.charCodeAt(at);
    state = unit < bytesOfState ? (table[state + unit] ?? fail) : fail;
  }
  return state === end;
}

/** The same for bytes of UTF-8. */
export function areUsualEmail(bytes: Uint8Array, from: number, to: number): boolean {
  let state = local;
  for (let at = from; at < to && state !== fail; at += 1) state = table[state + (bytes[at] ?? 0)] ?? fail;
  return state === end;
}
