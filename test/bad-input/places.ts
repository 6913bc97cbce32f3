import type { Schema } from './schema.ts';

/** A place in a body: its path and its schema. */
export interface Place {
  readonly path: readonly (string | number)[];
  readonly schema: Schema;
  readonly required: boolean;
}

/** Every field of the schema, and nested ones that the body has. */
export function placesOf(schema: Schema, body: unknown, path: Place['path'] = []): Place[] {
  const whole = wholeOf(schema, body);
  if (Array.isArray(body)) {
    const { items } = whole;
    if (!items) return [];
    return body.flatMap((each: unknown, at) => [
      { path: [...path, at], schema: items, required: false },
      ...placesOf(items, each, [...path, at]),
    ]);
  }
  return Object.entries(whole.properties ?? {}).flatMap(([name, property]) => [
    { path: [...path, name], schema: property, required: whole.required?.includes(name) ?? false },
    ...placesOf(property, valueAt(body, [name]), [...path, name]),
  ]);
}

/** The one of several schemas that fits the type of a value. */
function wholeOf(schema: Schema, body: unknown): Schema {
  const form = Array.isArray(body) ? 'array' : typeof body;
  return schema.anyOf?.find(({ type }) => type === form) ?? schema;
}

export const objectsIn = (body: unknown, path: Place['path'] = []): Place['path'][] => {
  if (typeof body !== 'object' || body === null) return [];
  const inner = Object.entries(body).flatMap(([key, value]) =>
    objectsIn(value, [...path, Array.isArray(body) ? Number(key) : key]),
  );
  return Array.isArray(body) ? inner : [path, ...inner];
};

export function valueAt(body: unknown, path: Place['path']): unknown {
  let value = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Object.entries(value).find(([name]) => name === String(key))?.[1];
  }
  return value;
}

/** A copy with another value at the path, or without it if the value is undefined. */
export function withValue(body: unknown, [key, ...rest]: Place['path'], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(body) && typeof key === 'number') {
    return body.flatMap((each: unknown, at) => (at === key ? entry(each, rest, value) : [each]));
  }
  const old = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const others = old.filter(([name]) => name !== key);
  const before = old.find(([name]) => name === key)?.[1];
  return ownObject([
    ...others,
    ...entry(before, rest, value).map((next): [string, unknown] => [String(key), next]),
  ]);
}

function entry(before: unknown, rest: Place['path'], value: unknown): unknown[] {
  const next = withValue(before, rest, value);
  return next === undefined ? [] : [next];
}

/** Makes an object in which `__proto__` is a normal field. */
function ownObject(entries: readonly (readonly [string, unknown])[]): object {
  const made = {};
  for (const [name, value] of entries)
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  return made;
}

/** As a refusal shows it: `users[0].name`. */
export const shown = (path: Place['path']): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');
