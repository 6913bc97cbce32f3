import { computed, signal } from '@preact/signals';

/** Where the page is: `#/runs?status=failed`. All of it stands behind the `#`, so that one file answers every address. */
const hash = signal(opened());
addEventListener('hashchange', () => (hash.value = opened()));

/** The key in the address that `npm start` prints lets a browser in. One that is in already goes home. */
function opened(): string {
  if (location.hash.startsWith('#key=')) history.replaceState(undefined, '', '#/');
  return location.hash;
}

/** Such as `/runs`. */
export const path = computed(() => hash.value.slice(1).split('?', 1).join() || '/');
export const query = computed(() => new URLSearchParams(hash.value.split('?').slice(1).join('?')));

/** An address of a page, for a link. Parameters that are blank are left out. */
export function addressOf(
  page: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const search = String(new URLSearchParams(given));
  return `#${page}${search === '' ? '' : `?${search}`}`;
}

/** `replace`: without a step in the history of the browser. */
export function goTo(address: string, { replace = false } = {}): void {
  if (!replace) location.hash = address;
  else {
    history.replaceState(undefined, '', address);
    hash.value = location.hash;
  }
}

/** The parts that stand in braces, if the path is of that pattern. Whoever follows a link may have any path. */
export function matched(pattern: string, of: string): Readonly<Record<string, string>> | undefined {
  const [expected, found] = [pattern, of].map((one) => one.split('/').filter((part) => part !== ''));
  if (expected === undefined || found?.length !== expected.length) return undefined;
  const values: Record<string, string> = {};
  for (const [at, part] of expected.entries()) {
    const value = found[at] ?? '';
    const decoded = part.startsWith('{') ? decodedOf(value) : undefined;
    if (decoded !== undefined) values[part.slice(1, -1)] = decoded;
    else if (part !== value) return undefined;
  }
  return values;
}

function decodedOf(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
