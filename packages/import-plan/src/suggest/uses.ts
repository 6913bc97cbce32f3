import { fieldNamed, foldName, shownName, type FieldSpec, type ImportSchema } from '@sluice/contract';
import { ambiguous, dictionary, isOf, normalized, phones, type Meaning } from './dictionary.ts';
import { containedMeanings, nearMeanings } from './near-words.ts';
import { isFree, witnessOf } from './witness.ts';
import { languages } from './words/words.ts';

/** A column of the sheet with the first cells below it. */
export interface SampledColumn {
  readonly index: number;
  /** As written, trimmed. */
  readonly header: string;
  readonly cells: readonly string[];
  /** Another column has the same name. */
  readonly isTwice: boolean;
}

/** What a column is probably about. */
export interface Use {
  readonly concept: string;
  /** 1 for the name of the field itself; a guess is less. */
  readonly score: number;
  readonly why: string;
  /** It can be a whole name or a part of one. */
  readonly ambiguous?: true;
}

/** Why a column has no use. */
export interface NoUse {
  readonly concept?: undefined;
  readonly why: string;
}

/** What a column is about by its name, if its cells do not speak against it. */
export function useOf(column: SampledColumn, schema: ImportSchema): Use | NoUse {
  const { header } = column;
  const field = fieldNamed(schema, header);
  if (field !== undefined) return { concept: field, score: 1, why: `it has the name of the field ${field}` };
  if (schema.setByService.some((name) => foldName(name) === foldName(header)))
    return { why: 'the service sets it' };
  const known = dictionary().get(normalized(header));
  if (known !== undefined) return witnessed(column, schema, byWord(header, known, schema));
  const contained = containedMeanings(header);
  const within = contained && meaningIn(contained.meanings, schema);
  // Alone a contained word proves little: `E-mail status` is no e-mail address.
  const hasCells = column.cells.some((cell) => cell.trim() !== '');
  if (within !== undefined && hasCells && !isFree(specOf(within.concept, schema))) {
    const guess = { concept: within.concept, score: 0.6, why: `its name contains ${wordOf(within)}` };
    const found = witnessed(column, schema, guess);
    if (found.concept !== undefined) return found;
  }
  const near = nearMeanings(header);
  const meant = near && meaningIn(near.meanings, schema);
  if (meant !== undefined)
    return witnessed(column, schema, {
      concept: meant.concept,
      score: 0.5,
      why: `its name is near ${wordOf(meant)}`,
    });
  return byCells(column, schema) ?? { why: `no field of ${schema.name} is called so` };
}

function byWord(header: string, known: readonly Meaning[], schema: ImportSchema): Use | NoUse {
  const meaning = meaningIn(known, schema);
  const shown = shownName(header);
  if (meaning === undefined) return { why: `${schema.name} has no field for it` };
  const use = { concept: meaning.concept, why: `"${shown}" means ${wordOf(meaning)}` };
  if (ambiguous.includes(normalized(header))) return { ...use, score: 0.7, ambiguous: true as const };
  const isOneOfMany = meaning.concept === 'phone' && !Object.hasOwn(schema.fields, 'phone');
  return { ...use, score: isOneOfMany ? 0.6 : 0.9 };
}

const meaningIn = (meanings: readonly Meaning[], schema: ImportSchema): Meaning | undefined =>
  meanings.find(({ concept }) => isOf(schema, concept));

/** `first name in German or Dutch`. */
function wordOf({ concept, languages: known }: Meaning): string {
  const plain = concept.replaceAll(/(\p{Lu})/gu, ' $1').toLowerCase();
  return known.includes('en') ? plain : `${plain} in ${known.map((one) => languages[one]).join(' or ')}`;
}

/** The field whose values the cells must be. Parts of a field are texts. */
function specOf(concept: string, { fields }: ImportSchema): FieldSpec {
  const field = Object.hasOwn(fields, concept) ? concept : concept === 'phone' ? phones[0] : undefined;
  return (field === undefined ? undefined : fields[field]) ?? { type: 'text' };
}

/** The cells as a second witness: most must be values of the field. */
function witnessed(column: SampledColumn, schema: ImportSchema, use: Use | NoUse): Use | NoUse {
  if (use.concept === undefined) return use;
  const spec = specOf(use.concept, schema);
  if (spec.refersTo !== undefined && !spec.refersAlsoBy?.includes('email') && areEmails(column.cells))
    return { why: `${use.why}, but its cells are e-mail addresses, not ids` };
  if (isFree(spec)) return use;
  const { filled, fitting } = witnessOf(spec, column.cells);
  if (filled === 0) return use;
  const cells = filled === 1 ? 'its one cell' : `${fitting} of ${filled} cells`;
  const shown = `${cells} ${fitting === 1 ? 'is' : 'are'} ${kindOf(spec)}`;
  if (fitting * 2 < filled)
    return {
      why: `${use.why}, but ${filled === 1 ? `its one cell is not ${kindOf(spec)}` : `only ${shown}`}`,
    };
  return { ...use, score: Math.min(0.99, use.score + 0.05), why: `${use.why}, and ${shown}` };
}

const kinds: Partial<Record<FieldSpec['type'], string>> = {
  email: 'an e-mail address',
  phone: 'like a phone number',
  date: 'a date',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'yes or no',
  timezone: 'a time zone',
  language: 'a language code',
};
const kindOf = ({ type, values }: FieldSpec): string => kinds[type] ?? `one of ${values?.join(', ') ?? type}`;

const areEmails = (cells: readonly string[]): boolean => {
  const { filled, fitting } = witnessOf({ type: 'email' }, cells);
  return filled > 0 && fitting * 5 >= filled * 4;
};

/** An e-mail column is one by its cells, whatever its name. */
function byCells({ cells }: SampledColumn, { fields }: ImportSchema): Use | undefined {
  if (!Object.hasOwn(fields, 'email') || !areEmails(cells)) return undefined;
  const { filled, fitting } = witnessOf({ type: 'email' }, cells);
  return { concept: 'email', score: 0.4, why: `${fitting} of ${filled} cells are e-mail addresses` };
}
