import * as z from 'zod';

/** The keys of an answer, and of what is in them. */
export interface Keys {
  readonly [key: string]: Keys;
}

/** Those of a value, and of what it holds, as deep as that; of a list, those of all its members. */
export function keysOf(value: unknown, depth: number): Keys {
  if (Array.isArray(value)) return merged(value.map((one) => keysOf(one, depth)));
  if (value === null || typeof value !== 'object' || depth === 0) return {};
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, keysOf(one, depth - 1)]));
}

const merged = (all: readonly Keys[]): Keys => Object.assign({}, ...all) as Keys;

const node = z.looseObject({
  get properties(): z.ZodOptional<z.ZodRecord<z.ZodString, typeof node>> {
    return z.record(z.string(), node).optional();
  },
  get items(): z.ZodOptional<typeof node> {
    return node.optional();
  },
});

/** Those that a schema allows. */
export function keysOfSchema(schema: z.ZodType): Keys {
  return keysIn(node.parse(z.toJSONSchema(schema, { unrepresentable: 'any' })), 2);
}

function keysIn({ properties = {}, items }: z.infer<typeof node>, depth: number): Keys {
  if (items !== undefined) return keysIn(items, depth);
  if (depth === 0) return {};
  return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, keysIn(one, depth - 1)]));
}

/** `a` (`b`, `c`), `d`. */
export const keysText = (keys: Keys): string =>
  Object.entries(keys)
    .map(([key, within]) => {
      const inner = keysText(within);
      return inner === '' ? `\`${key}\`` : `\`${key}\` (${inner})`;
    })
    .join(', ');
