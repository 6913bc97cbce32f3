import * as z from 'zod';
import { decimalSigns } from '../formats/numbers.ts';

/** Of a `part`. */
const longestPattern = 200;
const text = z.string().max(1000);
const some = text.min(1);
/** Which part: 1 is the first one, -1 the last one. */
const place = z.int().refine((at) => at !== 0, 'expected 1 for the first part, or -1 for the last one');

const shapes = {
  default: z.strictObject({ default: some }),
  map: z.strictObject({
    map: z
      .record(text, text)
      .refine((map) => Object.keys(map).length > 0, 'expected at least one text with its value'),
  }),
  before: z.strictObject({ before: some }),
  after: z.strictObject({ after: some }),
  split: z.strictObject({ split: some, take: z.union([place, z.tuple([place, place])]) }),
  part: z.strictObject({ part: some.max(longestPattern) }),
  replace: z.strictObject({ replace: some, with: text }),
  phone: z.strictObject({ phone: z.string() }),
  number: z.strictObject({ number: z.enum(decimalSigns) }),
  date: z.strictObject({ date: some.max(100), language: z.string().optional() }),
  excelDate: z.strictObject({ excelDate: z.literal([1900, 1904]) }),
  otherwise: z.strictObject({ otherwise: z.enum(['keep', 'blank']) }),
} as const;

const plain = ['trim', 'lower', 'upper', 'title', 'email', 'excelDate'] as const;

/** One of each step. */
export const examples: Readonly<Record<keyof typeof shapes, string>> = {
  default: '{ "default": "de" }',
  map: '{ "map": { "ja": "yes", "nein": "no" } }',
  before: '{ "before": "(" }',
  after: '{ "after": ":" }',
  split: '{ "split": ",", "take": 2 }',
  part: `{ "part": "\\\\d{5}" }`,
  replace: '{ "replace": "/", "with": " " }',
  phone: '{ "phone": "DE" }',
  number: '{ "number": "comma" } or "point"',
  date: '{ "date": "D. MMMM YYYY", "language": "de" }',
  excelDate: '"excelDate" or { "excelDate": 1904 }',
  otherwise: '{ "otherwise": "keep" } or "blank"',
};

/** One of each step as JSON, for those who choose one. */
export const stepExamples: readonly string[] = [
  ...plain.map((name) => JSON.stringify(name)),
  ...Object.values(examples).map((text) => text.split(' or ')[0] ?? ''),
].filter((text, at, all) => all.indexOf(text) === at);

/** The names of all steps. */
export const stepNames = [...new Set<string>([...plain, ...Object.keys(shapes)])];

export const isName = (name: string): name is keyof typeof shapes => Object.hasOwn(shapes, name);

/** The keys of a step in { }. */
export const keysOf = (name: keyof typeof shapes): string[] => Object.keys(shapes[name].shape);

/** A small change of a text, in a list of such. */
export const stepSchema = z.union([z.enum(plain), ...Object.values(shapes)]);
export type Step = z.infer<typeof stepSchema>;

/** What a step is called in a profile. */
export function nameOfStep(step: Step): string {
  return typeof step === 'string' ? step : (Object.keys(step).find(isName) ?? '');
}
