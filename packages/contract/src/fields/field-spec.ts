import type { Answer, CustomField, Discussion } from '../wire/shapes.ts';

/** The kinds of record that can be imported or referred to. `client` and `professional` are one: `user`. */
export const collections = ['user', 'role', 'list', 'listItem', 'interestAccount', 'issue'] as const;
export type Collection = (typeof collections)[number];

/** Each type of field with what its values are in JSON. How a type is checked: `fieldKinds`. */
export interface FieldValues {
  text: string;
  id: string;
  email: string;
  phone: string;
  timezone: string;
  language: string;
  choice: string;
  date: string;
  boolean: boolean;
  integer: number;
  number: number;
  textList: string[];
  idList: string[];
  /** True or false by name, such as the channels on which a user takes messages. */
  flags: Record<string, boolean>;
  discussion: Discussion;
  customFields: CustomField[];
  answers: Answer[];
  objectList: Record<string, unknown>[];
}
export type FieldType = keyof FieldValues;

/** How two texts are compared as a lookup: trimmed only, without regard to case, or to case and white space. */
export type Matching = 'exact' | 'case' | 'caseAndSpace';

/** The definition of a field. Checks, inputs, answers and lookups derive from it. */
export interface FieldSpec {
  readonly type: FieldType;
  /** What the name does not show. */
  readonly about?: string;
  /** Characters of a text, or of each text of a list. */
  readonly maxLength?: number;
  /** Only for a choice. */
  readonly values?: readonly string[];
  readonly match?: Matching;
  /** An import may find records by it. */
  readonly lookup?: true;
  /** No two records of a site hold values that match. */
  readonly unique?: true;
  /** A record cannot be without it. */
  readonly required?: true;
  /** The value, or each of a list, refers to an existing record of this collection by `refersBy`, or by its id. */
  readonly refersTo?: Collection;
  readonly refersBy?: string;
  /** An import may also use these fields, if exactly one record has the value. */
  readonly refersAlsoBy?: readonly string[];
  /** A field of the site, of which only the service knows the type: a text or a number. */
  readonly undeclared?: true;
  /** Set by the service; a request cannot write it. */
  readonly readOnly?: true;
  /** In an answer only when `fields` names it. */
  readonly onRequest?: true;
}

export type FieldTable = Readonly<Record<string, FieldSpec>>;

export type FieldValue<S extends FieldSpec> = S extends { readonly values: readonly (infer V)[] }
  ? V
  : FieldValues[S['type']];

/** A record as it is answered: the fields asked for, null when empty. */
export type RecordOf<T extends FieldTable> = { [K in keyof T]?: FieldValue<T[K]> | null };

type WritableName<T extends FieldTable> = {
  [K in keyof T]: T[K] extends { readonly readOnly: true } ? never : K;
}[keyof T];

/** The fields that a request may write; null clears one, an absent one is kept. */
export type WritableOf<T extends FieldTable> = { [K in WritableName<T>]?: FieldValue<T[K]> | null };
