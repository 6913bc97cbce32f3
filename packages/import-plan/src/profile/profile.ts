import {
  expectationOf,
  importSchema,
  jsonMistake,
  limits,
  parseJson,
  reasonOf,
  refusalOf,
  shapeProblems,
  wrongNameIn,
} from '@sluice/contract';
import { encodings, sheetLimits, type SheetOptions } from '@sluice/sheets';
import * as z from 'zod';
import { filePartSchema } from './from-file.ts';
import { guardRailsSchema } from './guard-rails.ts';
import { dateOrders } from '../formats/dates.ts';
import { decimalSigns } from '../formats/numbers.ts';
import { longestExpression } from '../expressions/expression.ts';
import { refusedFor, type Refused } from './refused.ts';
import { positionsSchema } from './positions.ts';
import { rowsSchema } from './row-settings.ts';
import { stepSchema } from '../transforms/steps.ts';
import { wrongStep } from '../transforms/wrong-step.ts';

/** The format of the file and the place of its table, if its bytes do not show it or suggest another one. */
export const readingSchema = z
  .strictObject({
    delimiter: z.enum([',', ';', '\t', '|']).optional(),
    encoding: z.enum(encodings).optional(),
    /** Whether `\n` in text is a line break, as in COPY of PostgreSQL, or itself. */
    escapes: z.enum(['database', 'none']).optional(),
    /** How many characters each column has, in text without delimiters. */
    widths: z.array(z.int().min(1).max(sheetLimits.cellCharacters)).min(1).max(1000).optional(),
    /** Where each column is in such text, if there is something between them. */
    positions: positionsSchema.optional(),
    /** For a workbook. */
    sheetName: z.string().min(1).optional(),
    /** For a workbook: what becomes of rows that are hidden or filtered out, and of the other cells of a merged area. */
    hidden: z.enum(['read', 'skip']).optional(),
    merged: z.enum(['blank', 'fill']).optional(),
    /** The first row of the header, and how many rows it has. */
    headerRow: z.int().min(1).optional(),
    headerRows: z.int().min(1).max(3).optional(),
    /** The names of the columns of a sheet without a header. */
    columns: z.array(z.string()).min(1).max(sheetLimits.columns).optional(),
    /** The last row of data: no row above it is a note or another table, and all rows below it are left out. */
    lastRow: z.int().min(1).optional(),
    /** Whether totals are left out wherever they are, or are records. */
    totals: z.enum(['skip', 'keep']).optional(),
    /** Whether damaged text is repaired where that is certain, or kept as it is. */
    text: z.enum(['repair', 'keep']).optional(),
  })
  .refine(
    ({ columns, headerRow, headerRows }) =>
      columns === undefined || (headerRow === undefined && headerRows === undefined),
    'columns is for a sheet without a header: it cannot be with headerRow or headerRows',
  )
  .refine(
    ({ widths, delimiter, escapes, sheetName }) => !widths || !(delimiter ?? escapes ?? sheetName),
    'widths is for text without delimiters: it cannot be with delimiter, escapes or sheetName',
  )
  .refine(
    ({ positions, widths, delimiter, escapes, sheetName }) =>
      !positions || !(widths ?? delimiter ?? escapes ?? sheetName),
    'positions is for text without delimiters: it cannot be with widths, delimiter, escapes or sheetName',
  )
  .refine(
    ({ positions, columns, headerRow, headerRows }) =>
      !positions?.some(({ name }) => name) || !(columns ?? headerRow ?? headerRows),
    'positions with names is for text without a header: it cannot be with columns, headerRow or headerRows',
  )
  .superRefine(({ widths, positions, columns }, { addIssue }) => {
    const [what, places] = widths ? ['widths', widths] : ['positions', positions];
    if (!places || !columns || places.length === columns.length) return;
    const entries = places.length === 1 ? 'entry' : 'entries';
    addIssue(`${what} has ${places.length} ${entries}, columns has ${columns.length}`);
  }) satisfies z.ZodType<SheetOptions>;

/** One value for all columns, or values by column or field. */
const forColumns = <const Way extends string>(ways: readonly Way[]) =>
  z.union([z.enum(ways), z.record(z.string(), z.enum(ways))]).default({});

const zone = { type: 'timezone' } as const;

const fieldName = z.string().min(1);

const parts = z.array(z.string().min(1)).min(2).max(20);
const joinSchema = z.union([parts, z.strictObject({ columns: parts, with: z.string().max(10) })]);

/** What columns become in a record. */
const mapping = {
  /** The field of a column, or several, by header, if their names do not match by themselves. */
  columns: z.record(z.string(), z.union([fieldName, z.array(fieldName).min(1).max(20)])).default({}),
  /** Columns that are joined to one field, in this order; by a space where no `with` is stated. Blank cells are left out. */
  join: z.record(z.string(), joinSchema).default({}),
  /** The steps that make the text of a field from its cell, by column or field. */
  transforms: z.record(z.string(), z.array(stepSchema).min(1).max(20)).default({}),
  /** The expressions that make the text of a field from the cells of a row. */
  compute: z.record(z.string(), z.string().min(1).max(longestExpression)).default({}),
};
/** Values that every record gets, by field. */
const constants = z.record(z.string(), z.unknown()).default({});

/** `profiles/<name>.json`. Strict: an unknown setting is refused, not ignored. */
export const profileSchema = z.strictObject({
  schema: z.string().min(1),
  /** The field by which records are found. */
  lookup: z.string().min(1),
  ...mapping,
  /** Fields that get the name of the file, or that of its folder, in every record. */
  fromFile: z.record(z.string(), filePartSchema).default({}),
  /** The columns in `columns` and `join` that a sheet may lack. */
  optional: z.array(z.string().min(1)).default([]),
  /** The columns that are left out, even if they are named like a field. */
  ignore: z.array(z.string().min(1)).default([]),
  /** Which rows are imported. */
  rows: rowsSchema.default({ only: {}, except: {} }),
  /** The records that a row becomes, if they are several, in this order: what each has besides what all have. */
  records: z
    .array(z.strictObject({ ...mapping, constants }))
    .min(2)
    .max(10)
    .optional(),
  constants,
  /** What a blank cell does, by column or field: `keep` the stored value (the default) or `clear` it. */
  blanks: z.record(z.string(), z.enum(['keep', 'clear'])).default({}),
  reading: readingSchema.default({}),
  /** The order of day, month and year. */
  dates: forColumns(dateOrders),
  /** The decimal sign of numbers. */
  decimals: forColumns(decimalSigns),
  /** The zone of times without one. */
  timeZone: z
    .string()
    .refine((name) => name !== '' && refusalOf(zone, name) === undefined, `expected ${expectationOf(zone)}`)
    .optional(),
  unknownColumns: z.enum(['stop', 'ignore']).default('stop'),
  /** `stop`: nothing is written unless every row passes. `skip`: rows that do not pass are left out. */
  invalidRows: z.enum(['stop', 'skip']).default('stop'),
  /** What becomes of an edited row of an export whose record somebody else has changed since. */
  ifChangedSince: z.enum(['stop', 'skip', 'overwrite']).default('stop'),
  /** `ask`: nothing is written before a person has approved the preview of the dry run. */
  approval: z.enum(['auto', 'ask']).default('auto'),
  /** Beyond these a run needs approval even with `auto`. */
  guardRails: guardRailsSchema.default({}),
  /** Whoever approves neither dropped nor corrected the file. */
  secondPerson: z.boolean().default(false),
  /** The most records of one `import`; when absent, as many as suit the file. */
  batchSize: z.int().min(1).max(limits.importRecords).optional(),
  /** Who gets the mail of a run. */
  emails: z.array(z.email()).min(1).max(limits.notificationEmails).optional(),
  /** Drops in its folder are rejected until it is resumed. */
  paused: z.boolean().default(false),
});
export type Profile = z.infer<typeof profileSchema>;

/** The fields of a column. */
export const fieldsOf = (names: string | readonly string[]): readonly string[] =>
  typeof names === 'string' ? [names] : names;

const words = {
  entries: { records: 'record' },
  rules: { of: 'transforms', entry: 'step', wrong: wrongStep },
};

export type ParsedProfile = { readonly kind: 'profile'; readonly profile: Profile } | Refused;

/** Parses the text of `profiles/<name>.json`. */
export function parseProfile(name: string, text: string): ParsedProfile {
  if (importSchema(name) !== undefined) {
    return refused(name, 'it has the name of a schema. Give it another name');
  }
  const plain = text.replace(/^\ufeff/u, '');
  const json = parseJson(plain);
  if (json === undefined) return refused(name, `it is not JSON: ${jsonMistake(plain)}`);
  const wrong = wrongNameIn(text);
  if (wrong !== undefined) return refused(name, `${wrong}. Write each name once`);
  const parsed = profileSchema.safeParse(json);
  if (parsed.success) return { kind: 'profile', profile: parsed.data };
  return refused(name, shapeProblems({ schema: profileSchema, json, words }, parsed.error.issues).join('; '));
}

function refused(name: string, what: string): ParsedProfile {
  const why = what.endsWith('?') ? what : `${what}.`;
  return refusedFor(reasonOf('profile_unusable', { profile: `The profile "${name}"`, why }));
}
