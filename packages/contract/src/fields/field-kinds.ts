import * as z from 'zod';
import { limits } from '../wire/limits.ts';
import { timestampInput } from '../wire/paging.ts';
import { answerSchema, customFieldSchema, discussionSchema } from '../wire/shapes.ts';
import type { FieldSpec, FieldType } from './field-spec.ts';
import { isEmail, isLanguage, isPlainText, isTimezone } from '../wire/formats.ts';

interface FieldKind {
  /** The expectation in a refusal. It follows the name of the field. */
  readonly expected: (spec: FieldSpec) => string;
  /** What a request may send. `error` is the refusal of every check in it. */
  readonly input: (spec: FieldSpec, error: string) => z.ZodType;
  /** The JSON of the answer: no lengths or formats, since what is stored was checked when it came in. */
  readonly answer: z.ZodType;
}

export const maxLengthOf = (spec: FieldSpec): number => spec.maxLength ?? limits.textLength;

/** How each type of field is checked, asked for and answered. */
export const fieldKinds: Record<FieldType, FieldKind> = {
  text: {
    // Sheets break lines within a cell, in names, too.
    expected: (spec) =>
      `a text of at most ${maxLengthOf(spec)} characters, without control characters other than tabs and line breaks`,
    input: (spec, error) => z.string(error).max(maxLengthOf(spec), error).refine(isPlainText, error),
    answer: z.string(),
  },
  id: {
    expected: () => 'the id of a record, as text',
    input: (_, error) => z.string(error).max(limits.idLength, error).refine(isPlainText, error),
    answer: z.string(),
  },
  email: formatted('an e-mail address, such as name@example.com', isEmail, limits.emailLength),
  // Kept as sent: people write extensions and words beside the digits, and zeros in front count.
  phone: formatted(
    'a phone number, as text of at most 50 characters, without control characters other than tabs and line breaks',
    isPlainText,
    50,
  ),
  timezone: formatted('an IANA time zone, such as Europe/Berlin', isTimezone, 64),
  language: formatted('a language code, such as en or pt-BR', isLanguage, 35),
  choice: {
    expected: ({ values = [] }) => (values.length === 1 ? values.join() : `one of: ${values.join(', ')}`),
    input: ({ values = [] }, error) => z.enum([...values], error),
    answer: z.string(),
  },
  date: {
    expected: () => 'a date, such as 2026-01-31, or with a time and its zone, such as 2026-01-31T09:30:00Z',
    input: (_, error) =>
      z
        .union([z.iso.date(error), z.iso.datetime({ offset: true, error })], error)
        .refine(isOfFourDigits, error),
    // The interface declares a document's time as a number and shows a text: a client takes both, as text.
    answer: z.union([z.string(), timestampInput.transform((time) => new Date(time).toISOString())]),
  },
  boolean: {
    expected: () => 'true or false',
    input: (_, error) => z.boolean(error),
    answer: z.boolean(),
  },
  integer: {
    expected: () => 'a whole number',
    input: (_, error) => z.int(error),
    answer: z.number(),
  },
  number: {
    expected: () => 'a number',
    input: (_, error) => z.number(error),
    answer: z.number(),
  },
  textList: {
    expected: (spec) =>
      `a list of at most ${limits.listLength} texts, each of at most ${maxLengthOf(spec)} characters`,
    input: (spec, error) => listOf(z.string(error).min(1, error).max(maxLengthOf(spec), error), error),
    answer: z.array(z.string()),
  },
  idList: {
    expected: () => `a list of at most ${limits.listLength} ids, each a text`,
    input: (_, error) => listOf(z.string(error).min(1, error).max(limits.idLength, error), error),
    answer: z.array(z.string()),
  },
  flags: setByService('true or false by name', z.record(z.string(), z.boolean())),
  discussion: setByService('an object with its messages', discussionSchema),
  customFields: setByService('a list of { id, title, text }', z.array(customFieldSchema)),
  answers: setByService('a list of { id, title, text }', z.array(answerSchema)),
  objectList: setByService('a list of objects', z.array(z.looseObject({}))),
};

function formatted(expected: string, accepts: (text: string) => boolean, maxLength: number): FieldKind {
  // Empty means "none", like null. Required fields are checked on whole records.
  const accepted = (text: string) => text.trim() === '' || accepts(text.trim());
  return {
    expected: () => expected,
    input: (_, error) => z.string(error).max(maxLength, error).refine(accepted, error),
    answer: z.string(),
  };
}

/** In UTC, too: a zone can move the last day of 9999 into a year that neither sorts nor can be sent again. */
const isOfFourDigits = (date: string): boolean => /^\d{4}-/u.test(new Date(date).toISOString());

function listOf(entry: z.ZodString, error: string) {
  return z.array(entry.refine(isPlainText, error), error).max(limits.listLength, error);
}

function setByService(shape: string, answer: z.ZodType): FieldKind {
  return { expected: () => shape, input: () => answer, answer };
}
