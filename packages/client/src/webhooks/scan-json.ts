import { isJsonObject, parseJson } from '@sluice/contract';
import { WebhookError } from '@sluice/contract/webhooks';

/** Far deeper than any delivery, and safe for the recursive checks that follow. */
const deepest = 200;

/**
 * The members of a JSON object by name, each value as written. `JSON.parse` decides what is JSON. This finds the
 * values, and refuses duplicate names at any depth, which parsers read differently.
 */
export function memberTexts(text: string): Map<string, string> {
  if (!isJsonObject(parseJson(text))) throw new WebhookError('malformed', 'body: expected one JSON object');
  const members = new Map<string, string>();
  // The names of each open object; undefined for a list.
  const open: (Set<string> | undefined)[] = [];
  let awaitsName = false;
  let name: string | undefined;
  let valueStart = 0;
  for (const { sign, start, end } of marksOf(text)) {
    if (open.length === 1 && name !== undefined && ',}'.includes(sign)) {
      members.set(name, text.slice(valueStart, start).trim());
      name = undefined;
    }
    if (sign === '"' && awaitsName) {
      const read = addName(open.at(-1), text.slice(start, end));
      if (open.length === 1) name = read;
    }
    if (sign === ':' && open.length === 1) valueStart = end;
    if (sign === '{' || sign === '[') push(open, sign === '{' ? new Set() : undefined);
    if (sign === '}' || sign === ']') open.pop();
    awaitsName = sign === '{' || (sign === ',' && open.at(-1) !== undefined);
  }
  return members;
}

interface Mark {
  /** A quote stands for the whole text that it opens. */
  readonly sign: '"' | '{' | '}' | '[' | ']' | ',' | ':';
  readonly start: number;
  readonly end: number;
}

function* marksOf(text: string): Generator<Mark> {
  for (let start = 0; start < text.length; start++) {
    const sign = text.charAt(start);
    switch (sign) {
      case '"': {
        const end = endOfText(text, start);
        yield { sign, start, end };
        start = end - 1;
        break;
      }
      case '{':
      case '}':
      case '[':
      case ']':
      case ',':
      case ':':
        yield { sign, start, end: start + 1 };
    }
  }
}

/** The index after the closing quote. There is one, since the text is JSON. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

/** The decoded name: `pay\u006coad` is `payload`. */
function addName(names: Set<string> | undefined, written: string): string {
  const name = String(JSON.parse(written));
  if (names?.has(name)) {
    throw new WebhookError('twin_names', 'body: expected each name once in an object; one comes twice');
  }
  names?.add(name);
  return name;
}

function push(open: (Set<string> | undefined)[], names: Set<string> | undefined): void {
  open.push(names);
  if (open.length > deepest) {
    throw new WebhookError(
      'malformed',
      `body: expected at most ${deepest} objects and lists inside one another`,
    );
  }
}
