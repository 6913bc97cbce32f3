import { importSchema, lookupNamed, meantBy, schemaNames, shownName } from '@sluice/contract';
import * as z from 'zod';

/** Empty if it is no text, so that only its form is wrong. */
const text = z.string().optional().catch('');
const looseStepSchema = z
  .object({
    name: text,
    file: text,
    prefix: text,
    bucket: text,
    sheet: text,
    profile: text,
    schema: text,
    lookup: text,
    ifEmpty: text,
  })
  .catch({ file: '', schema: '' });
/** The texts of a step whose other settings may be wrong. */
export type LooseStep = z.infer<typeof looseStepSchema>;

const looseSchema = z.object({ steps: z.array(looseStepSchema).catch([]) }).catch({ steps: [] });

export const looseSteps = (json: unknown): readonly LooseStep[] => looseSchema.parse(json).steps;

/** What is wrong with the settings of one step together. What is wrong with the form of each is known by its schema. */
export function stepProblems(step: LooseStep): string[] {
  return [...placeProblems(step), ...settingsProblems(step)];
}

const dataFolder = 'migrations/';

function placeProblems({ file, prefix, bucket }: LooseStep): string[] {
  if (file !== undefined && prefix !== undefined) return ['write "file" or "prefix", not both'];
  const place = file ?? prefix;
  if (place === undefined) return ['write a "file", or a "prefix" for all files of a folder'];
  if (bucket !== undefined || place === '' || place.startsWith(dataFolder)) return [];
  return [
    `"${shownName(place)}" is not below ${dataFolder}; move it there, such as to "${dataFolder}data/${shownName(baseName(place))}"`,
  ];
}

/** Of a folder with its slash. */
const baseName = (key: string): string => key.slice(key.lastIndexOf('/', key.length - 2) + 1);

function settingsProblems({ profile, schema, lookup }: LooseStep): string[] {
  if (profile !== undefined)
    return schema === undefined && lookup === undefined
      ? []
      : ['write a "profile", or "schema" and "lookup", not both'];
  if (schema === undefined) return ['write "schema" and "lookup", or the name of a "profile"'];
  if (schema === '') return [];
  const known = importSchema(schema);
  if (known === undefined) {
    return [unknownName(`there is no schema "${shownName(schema)}"`, schema, schemaNames)];
  }
  if (lookup === undefined) return [`write a "lookup"; ${known.name} has ${known.lookups.join(', ')}`];
  if (lookup === '' || lookupNamed(known, lookup) !== undefined) return [];
  return [unknownName(`${known.name} has no lookup "${shownName(lookup)}"`, lookup, known.lookups)];
}

/** With the name that was meant, or else all that there are. */
export function unknownName(what: string, name: string, names: readonly string[]): string {
  const near = meantBy(name, names);
  return near === undefined
    ? `${what}; expected one of ${names.join(', ')}`
    : `${what}; did you mean "${near}"?`;
}
