import { foldName } from '@sluice/contract';
import type { Sample } from './sample.ts';
import type { Choice, Proposal } from './settle.ts';

/** A row with several records, such as `Contact 1 Name`, `Contact 1 Email`, `Contact 2 Name`, `Contact 2 Email`. */
export interface NumberedRecords {
  /** The sheet with the columns of the first record only, whose names have no number. */
  readonly first: Sample;
  /** The proposal for all records, of that for the first; undefined if its columns do not make a record of their own. */
  readonly all: (first: Proposal) => Proposal | undefined;
}

/** That a row has several records is never certain. */
const mostScore = 0.9;
/** As in a profile. */
const mostRecords = 10;

interface Numbered {
  /** As written. */
  readonly header: string;
  readonly number: number;
  /** What the columns of all numbers are called. */
  readonly name: string;
}

/** The columns of a sheet whose names differ by one number alone, as the records of a row; undefined if there are none. */
export function numberedRecords(sample: Sample): NumberedRecords | undefined {
  const all = withoutShared(sample.header.map(numbered));
  const byName = Map.groupBy(
    all.filter((one) => one !== undefined),
    ({ name }) => foldName(name),
  );
  const isOfRecords = (one: Numbered | undefined): one is Numbered =>
    one !== undefined && (byName.get(foldName(one.name))?.length ?? 0) > 1;
  const ofRecords = all.filter(isOfRecords);
  const numbers = [...new Set(ofRecords.map(({ number }) => number))].toSorted((a, b) => a - b);
  if (numbers.length < 2 || numbers.length > mostRecords) return undefined;
  const kept = all.flatMap((one, at) => (isOfRecords(one) && one.number !== numbers[0] ? [] : [at]));
  const pick = (cells: readonly string[]) => kept.map((at) => cells[at] ?? '');
  const header = kept.map((at) => {
    const one = all[at];
    return isOfRecords(one) ? one.name : (sample.header[at] ?? '');
  });
  return {
    first: { ...sample, header, rows: sample.rows.map(pick) },
    all: (first) => spread(first, ofRecords, numbers),
  };
}

/** Undefined for a name without a number, or with several. */
function numbered(header: string): Numbered | undefined {
  const [, before = '', number, after = ''] = /^(\D*)(\d{1,2})(\D*)$/.exec(header) ?? [];
  if (number === undefined) return undefined;
  const name = `${before.trim()} ${after.trim()}`.trim();
  return name === '' ? undefined : { header, number: Number(number), name };
}

/** Without the first words that all of them share: `Name` for `Contact 1 Name`. */
function withoutShared(all: readonly (Numbered | undefined)[]): (Numbered | undefined)[] {
  const words = all.flatMap((one) => (one === undefined ? [] : [one.name.split(/\s+/)]));
  const [first = []] = words;
  const isShared = (at: number) =>
    words.every((own) => own.length > at + 1 && foldName(own[at] ?? '') === foldName(first[at] ?? ''));
  const shared = first.findIndex((_word, at) => !isShared(at));
  return all.map((one) => one && { ...one, name: one.name.split(/\s+/).slice(shared).join(' ') });
}

type Mapping = Readonly<Record<string, unknown>>;

function spread(
  { profile, choices, ...rest }: Proposal,
  columns: readonly Numbered[],
  numbers: readonly number[],
): Proposal | undefined {
  const names = new Set(columns.map(({ name }) => foldName(name)));
  const isOfRecords = (header: string) => names.has(foldName(header));
  /** The columns of one record in place of these; a column that all records share stays. */
  const headersOf = (number: number, headers: readonly string[]): string[] =>
    headers.flatMap((header) =>
      isOfRecords(header)
        ? columns
            .filter((one) => one.number === number && foldName(one.name) === foldName(header))
            .map((one) => one.header)
        : [header],
    );
  const mapped = choices.filter(({ field, columns: of }) => field !== undefined && of.some(isOfRecords));
  const fields = new Set(mapped.map(({ field }) => field));
  // Several e-mail addresses or phones beside one name are those of one record.
  if (!fields.has('name') || !fields.has(String(profile.lookup)) || fields.size < 2) return undefined;

  const { columns: single, join, ignore, ...others } = profile;
  const [ownColumns, shared] = parted(single, ([header]) => isOfRecords(header));
  const [ownJoins, sharedJoins] = parted(join, ([, parts]) => partsOf(parts).some(isOfRecords));
  const records = numbers.map((number) => ({
    ...unlessEmpty(
      'columns',
      ownColumns.flatMap(([header, field]) => headersOf(number, [header]).map((own) => [own, field])),
    ),
    ...unlessEmpty(
      'join',
      ownJoins.map(([field, parts]) => [field, joinOf(parts, headersOf(number, partsOf(parts)))]),
    ),
  }));
  const ignored = listOf(ignore).flatMap((header) =>
    isOfRecords(header) ? numbers.flatMap((number) => headersOf(number, [header])) : [header],
  );
  return {
    ...rest,
    profile: {
      ...others,
      ...unlessEmpty('columns', shared),
      ...unlessEmpty('join', sharedJoins),
      records,
      ...(ignored.length > 0 && { ignore: ignored }),
    },
    choices: choices.flatMap((choice) => choicesOf(choice)),
  };

  function choicesOf(choice: Choice): Choice[] {
    if (!choice.columns.some(isOfRecords)) return [choice];
    return numbers.flatMap((number, at) => {
      const own = headersOf(number, choice.columns);
      const why = choice.field === undefined ? choice.why : `record ${at + 1} of the row; ${choice.why}`;
      const score = Math.min(choice.score, mostScore);
      return own.length === 0 ? [] : [{ ...choice, columns: own, score, why }];
    });
  }
}

const entriesOf = (part: unknown): [string, unknown][] => Object.entries((part ?? {}) as Mapping);
const listOf = (part: unknown) => (part ?? []) as readonly string[];

function parted(part: unknown, isOwn: (entry: [string, unknown]) => boolean) {
  const entries = entriesOf(part);
  return [entries.filter(isOwn), entries.filter((entry) => !isOwn(entry))] as const;
}

const partsOf = (join: unknown): readonly string[] =>
  Array.isArray(join) ? join : listOf((join as Mapping)['columns']);

const joinOf = (join: unknown, columns: readonly string[]): unknown =>
  Array.isArray(join) ? columns : { ...(join as Mapping), columns };

const unlessEmpty = (key: string, entries: readonly (readonly [string, unknown])[]) =>
  entries.length === 0 ? {} : { [key]: Object.fromEntries(entries) };
