import { recordReasons, reasonTexts, sheetReasons, storeReasons, type ReasonCode } from './reason-texts.ts';

/** Why a row, a record or a sheet was not taken, and what to write instead. */
export interface Reason {
  readonly code: ReasonCode;
  /** The header of the column, or the field. Absent if the reason is about the whole row or sheet. */
  readonly name?: string | undefined;
  /** What is wrong, cut. Left out where no value may be shown. */
  readonly value?: string | undefined;
  /** What follows the name and the value. */
  readonly says: string;
}

type PlacesIn<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesIn<Rest>
  : never;

/** What fills the places of the text of a code. */
type Places<Code extends ReasonCode> = Readonly<
  Record<PlacesIn<(typeof reasonTexts)[Code]>, string | number>
>;

const place = /\{(\w+)\}/gu;

/** The reason of a code, without a name and a value. */
export function reasonOf<Code extends ReasonCode>(
  code: Code,
  ...[places]: PlacesIn<(typeof reasonTexts)[Code]> extends never ? [] : [Places<Code>]
): Reason & { readonly code: Code } {
  const filled: Readonly<Record<string, string | number>> = places ?? {};
  return { code, says: reasonTexts[code].replaceAll(place, (_, name: string) => String(filled[name])) };
}

/** The value in a text, which has it where a list has several. */
const named = /, `[^`]*`(?=[.:])/u;

/** `` E-mail `ann@` is not an e-mail address. … ``, or without the value: what a person reads. */
export function reasonText({ name, value, says: text }: Reason, { values = true } = {}): string {
  const says = values ? text : text.replace(named, '');
  if (name === undefined) return says;
  return value === undefined || !values ? `${name} ${says}` : `${name} \`${value}\` ${says}`;
}

export const reasonsText = (reasons: readonly Reason[], shown: { values?: boolean } = {}): string =>
  [...new Set(reasons.map((reason) => reasonText(reason, shown)))].join(' ');

const readable = { ...recordReasons, ...storeReasons, ...sheetReasons };
let texts: readonly (readonly [ReasonCode, readonly string[]])[] | undefined;

/** The code of a text that `reasonOf` made, such as that of a service of ours. */
export function codeOf(says: string): ReasonCode | undefined {
  texts ??= Object.entries(readable).map(
    ([code, text]) => [code as ReasonCode, text.split(/\{\w+\}/u)] as const,
  );
  return texts.find(([, parts]) => isMadeOf(parts, says))?.[0];
}

/** Whether the text has the parts in this order, from its beginning to its end. Takes linear time. */
function isMadeOf([first = '', ...others]: readonly string[], text: string): boolean {
  if (others.length === 0) return text === first;
  if (!text.startsWith(first)) return false;
  const last = others.pop() ?? '';
  let from = first.length;
  for (const part of others) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}

/** Why a run or a migration ended or waits: for a person, and by the codes of docs/reasons.md. */
export interface Why<Code extends string = ReasonCode> {
  readonly reason: string;
  readonly reasonCodes: readonly Code[];
}

export const whyOf = (...reasons: readonly Reason[]): Why => ({
  reason: reasonsText(reasons),
  reasonCodes: [...new Set(reasons.map(({ code }) => code))],
});

const shownCharacters = 60;
/** How far from the cut the end of a word is looked for. */
const nearCut = 20;

/** A value as it is shown: on one line, at most 60 characters, cut between two words if there is a place near. */
export function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  // Enough of a long text for what is shown.
  const flat = text.slice(0, 10 * shownCharacters).toWellFormed();
  const characters = Array.from(
    flat
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .replaceAll('`', "'")
      .trim(),
  );
  if (characters.length <= shownCharacters) return characters.join('');
  const end = characters.lastIndexOf(' ', shownCharacters - 2);
  const isNear = end >= shownCharacters - nearCut;
  return isNear
    ? `${characters.slice(0, end).join('')} …`
    : `${characters.slice(0, shownCharacters - 1).join('')}…`;
}

/** `lastContactDate` as a person calls it: `Last contact date`. */
export function fieldTitle(field: string): string {
  if (field === 'email') return 'E-mail';
  const words = wordsOf(field);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `interestAccount` as `interest account`. */
export const wordsOf = (name: string): string =>
  name.replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
