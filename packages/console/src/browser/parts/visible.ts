/** A part of a cell: text as it is, or the name of a character that nobody would see. */
export interface VisiblePart {
  readonly text: string;
  readonly isMark: boolean;
}

/** Controls, characters without width, and marks that turn the direction of what follows. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu;
const named: Readonly<Record<string, string>> = { '\n': '↵', '\r': '␍', '\t': '⇥', '\u00ad': '-' };

/** More of a cell is not shown in a grid. */
const shownCharacters = 300;

/** The text of a cell with everything in it made visible. */
export function visibleParts(text: string, most = shownCharacters): VisiblePart[] {
  const shown = text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
  const parts: VisiblePart[] = [];
  let from = 0;
  for (const { 0: character, index } of shown.matchAll(hidden)) {
    if (isWithinEmoji(shown, index)) continue;
    if (index > from) parts.push({ text: shown.slice(from, index), isMark: false });
    parts.push({ text: markOf(character), isMark: true });
    from = index + character.length;
  }
  if (from < shown.length) parts.push({ text: shown.slice(from), isMark: false });
  return parts;
}

/** The same as one text, for names that are shown elsewhere. */
export const visibleText = (text: string, most = Infinity): string =>
  visibleParts(text, most)
    .map(({ text: part }) => part)
    .join('');

function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (named[character] !== undefined) return named[character];
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A joiner between two pictures makes one of them. */
function isWithinEmoji(text: string, at: number): boolean {
  if (text[at] !== '\u200d') return false;
  return /\p{Extended_Pictographic}[\u{fe0f}\u{1f3fb}-\u{1f3ff}]?$/u.test(
    text.slice(Math.max(0, at - 4), at),
  );
}
