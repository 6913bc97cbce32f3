import { sha256 } from '#platform';
import { importSchema, inForm, type ImportSchema } from '@sluice/contract';
import { settled } from '../model/reference.ts';

/** One export of a system. */
export interface Export {
  /** Small letters and digits. */
  readonly id: string;
  /** The base URL of the service. */
  readonly target: string;
}

/** A row of a sheet that was exported, by its reference. */
export interface ExportedRow {
  readonly exportId: string;
  readonly isOf: (target: string) => boolean;
  /** Whether the record had this value in this field when it was exported. */
  readonly had: (field: string, value: unknown) => boolean;
}

/** Of 64 signs each, so that two values of a field are taken for one once in a trillion times. */
const digestLength = 7;
const pattern = /^exp-(?<id>[0-9a-z]{1,64})-(?<tag>[0-9a-f]{8})-(?<digests>(?:[\w-]{7}){1,2000})$/u;

const tagOf = (target: string): string =>
  sha256(target.endsWith('/') ? target.slice(0, -1) : target, 'hex').slice(0, 8);

/**
 * Writes what an export says of a record: which export of which system it is, and a digest of each value. So any columns can be
 * removed, and fields are compared one by one. Spreadsheet programs keep it, as they keep the reference of a result sheet.
 */
export function exportReferences({ id, target }: Export, schema: ImportSchema) {
  const digest = digests(id, schema);
  const start = `exp-${id}-${tagOf(target)}-`;
  return (values: readonly (readonly [field: string, value: unknown])[]): string =>
    start + values.map(([field, value]) => digest(field, value)).join('');
}

/** Reads references of exports, with what was met before. Undefined for any other text. */
export function exportedRows(schema: ImportSchema) {
  let last: { readonly id: string; readonly digest: ReturnType<typeof digests> } | undefined;
  return (reference: string): ExportedRow | undefined => {
    if (!reference.startsWith('exp-')) return undefined;
    const { id, tag, digests: text } = pattern.exec(reference)?.groups ?? {};
    if (id === undefined || text === undefined) return undefined;
    if (last?.id !== id) last = { id, digest: digests(id, schema) };
    const { digest } = last;
    const known = new Set<string>();
    for (let at = 0; at < text.length; at += digestLength) known.add(text.slice(at, at + digestLength));
    return {
      exportId: id,
      isOf: (target) => tag === tagOf(target),
      had: (field, value) => known.has(digest(field, value)),
    };
  };
}

/** Most values of a sheet are met again, such as blanks and flags. */
const mostRemembered = 10_000;
const longestRemembered = 100;

function digests(id: string, schema: ImportSchema) {
  const remembered = new Map<string, string>();
  return (field: string, value: unknown): string => {
    const text = JSON.stringify([field, comparable(schema, field, value)]);
    const found = remembered.get(text);
    if (found !== undefined) return found;
    const digest = sha256(`${id} ${schema.name} ${text}`, 'base64')
      .slice(0, digestLength)
      .replaceAll('+', '-')
      .replaceAll('/', '_');
    if (remembered.size === mostRemembered) remembered.clear();
    if (text.length <= longestRemembered) remembered.set(text, digest);
    return digest;
  };
}

/** Equal for values of which a record with one stays as it is if the other is written. */
function comparable({ name, fields }: ImportSchema, field: string, value: unknown): unknown {
  // What a profile states of the site's own fields changes nothing: an export has them as texts.
  const spec = (importSchema(name)?.fields ?? fields)[field];
  if (spec === undefined) return textOf(value);
  // A flag that was never set is false.
  if (spec.type === 'boolean') return value === true;
  const isWrong = spec.type === 'date' && typeof value === 'string' && Number.isNaN(Date.parse(value));
  return isWrong ? value : settled(spec, value);
}

export const areSame = (schema: ImportSchema, field: string, [one, other]: readonly [unknown, unknown]) =>
  JSON.stringify(comparable(schema, field, one)) === JSON.stringify(comparable(schema, field, other));

/** A field that the site has added, as the service answers it. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === false || value === 'false') return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const plain = text.replace(/T00:00:00(?:\.000)?Z$/u, '').replaceAll('\r\n', '\n');
  return inForm(plain.trim(), 'NFC') || null;
}
