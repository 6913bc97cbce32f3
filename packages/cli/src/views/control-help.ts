import type { controlOperations } from '@sluice/data-access/control';
import * as z from 'zod';
import { commandLine } from '../io/shell.ts';
import { inColumns, type Lines } from '../io/columns.ts';

type Declared = (typeof controlOperations)[keyof typeof controlOperations];

export interface NamedOperation extends Pick<Declared, 'does' | 'input'> {
  readonly name: string;
}

/** The part of a JSON schema that help shows. */
const fieldSchema = z.object({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).default([]),
  get properties() {
    return z.record(z.string(), fieldSchema).optional();
  },
  get items() {
    return fieldSchema.optional();
  },
  get anyOf() {
    return z.array(fieldSchema).optional();
  },
});
type Field = z.infer<typeof fieldSchema>;

export const inputSchemaOf = ({ input }: Pick<NamedOperation, 'input'>) =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });

/** What an operation does, and its fields. */
export function controlHelp(operation: NamedOperation): Lines {
  const { properties = {}, required } = fieldSchema.parse(inputSchemaOf(operation));
  const fields = Object.entries(properties).map(([name, field]) => [
    `  ${name}`,
    required.includes(name) && name !== 'siteId' ? 'required' : '',
    name === 'siteId' ? 'the site of --site, or of the running system' : describe(field),
  ]);
  return [
    `\`${commandLine('control', operation.name)}\` ${operation.does}.`,
    '',
    ...(fields.length === 0 ? ['It takes no fields.'] : ['Fields:', ...inColumns(fields)]),
  ];
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

function describe(field: Field): string {
  const { maximum, maxLength, maxItems } = field;
  const most =
    maxLength !== undefined
      ? `${maxLength} characters`
      : maxItems !== undefined
        ? `${maxItems} entries`
        : // zod gives every integer a maximum; it is not a limit of the operation.
          maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
          ? String(maximum)
          : undefined;
  return [
    typeOf(field),
    ...(most === undefined ? [] : [`at most ${most}`]),
    ...(field.default === undefined ? [] : [`${JSON.stringify(field.default)} when absent`]),
  ].join(', ');
}

function typeOf({ type, enum: values, anyOf, items, properties, required }: Field): string {
  if (values) return `one of: ${values.map(String).join(', ')}`;
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (items) return `a list of ${typeOf(items)}`;
  if (properties) {
    const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
    return `{ ${names.join(', ')} }`;
  }
  return words[type ?? ''] ?? 'any value';
}
