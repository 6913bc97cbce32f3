import { isPlainText } from '../wire/formats.ts';
import { limits } from '../wire/limits.ts';
import { reasonOf, shownValue, type Reason } from '../reasons/reason.ts';
import { orText } from './or-text.ts';
import { maxLengthOf } from './field-kinds.ts';
import type { FieldSpec, FieldType } from './field-spec.ts';
import { isUnclearNumber } from './text-values.ts';

/** Why the field refuses a value. */
export function reasonFor(spec: FieldSpec, value: unknown): Reason {
  return diagnoses[spec.type]?.(value, spec) ?? reasonOf('set_by_service');
}

type Diagnosis = (value: unknown, spec: FieldSpec) => Reason;

const diagnoses: Partial<Record<FieldType, Diagnosis>> = {
  text: (value, spec) => textReason(value, maxLengthOf(spec)),
  id: (value) => textReason(value, limits.idLength),
  phone: (value) => textReason(value, 50),
  email: () => reasonOf('not_email'),
  timezone: () => reasonOf('not_timezone'),
  language: () => reasonOf('not_language'),
  choice: (_, { values = [] }) => reasonOf('not_allowed', { values: choicesText(values) }),
  date: () => reasonOf('not_date'),
  boolean: () => reasonOf('not_boolean'),
  integer: (value) => numberReason(value, 'not_whole_number'),
  number: (value) => numberReason(value, 'not_number'),
  textList: (value, spec) => listReason(value, maxLengthOf(spec)),
  idList: (value) => listReason(value, limits.idLength),
};

function numberReason(value: unknown, otherwise: 'not_whole_number' | 'not_number'): Reason {
  if (typeof value !== 'string' || !isUnclearNumber(value)) return reasonOf(otherwise);
  return reasonOf('unclear_number', {
    doubt: 'The point may start decimals or separate thousands.',
    setting: '`"decimals": "point"` or `"decimals": "comma"`',
  });
}

function textReason(value: unknown, most: number): Reason {
  if (typeof value !== 'string') return reasonOf('not_text');
  return value.length > most
    ? reasonOf('too_long', { length: value.length, most })
    : reasonOf('control_characters');
}

function listReason(value: unknown, most: number): Reason {
  if (!Array.isArray(value)) return reasonOf('not_list');
  const { length: count } = value;
  if (count > limits.listLength) return reasonOf('too_many_entries', { count, most: limits.listLength });
  const areTexts = value.every((entry) => typeof entry === 'string' && isPlainText(entry));
  return areTexts ? reasonOf('wrong_entry', { most }) : reasonOf('not_list');
}

const choicesShown = 12;

/** A custom field may have hundreds of options. */
export function choicesText(values: readonly string[]): string {
  const shown = values.slice(0, choicesShown).map((value) => `\`${shownValue(value)}\``);
  const more = values.length - shown.length;
  return more === 0 ? orText(shown) : `${shown.join(', ')} or one of ${more} others`;
}
