import {
  reasonOf,
  reasonText,
  refusalOf,
  schemaTitle,
  shownValue,
  valueOfText,
  type ImportSchema,
  type Reason,
} from '@sluice/contract';
import * as z from 'zod';
import { compileSteps } from '../transforms/compile.ts';
import type { Step } from '../transforms/steps.ts';

/** The part of a file's key that a field gets. */
export const filePartSchema = z.enum(['name', 'folder']);
export type FilePart = z.infer<typeof filePartSchema>;

/** Where a file is: the last folder below that of the profile, if there is one. */
export interface DroppedFile {
  readonly fileName: string;
  readonly folder?: string | undefined;
}

/** What the values are made of. */
interface FileFields {
  readonly schema: ImportSchema;
  /** By field. */
  readonly fromFile: ReadonlyMap<string, FilePart>;
  readonly transforms: ReadonlyMap<string, readonly Step[]>;
}

/** What cannot be: every record has the same value. */
export function fileProblems(
  lookup: string,
  { fromFile, constants }: Pick<FileFields, 'fromFile'> & { readonly constants: object },
): string[] {
  return [...fromFile.keys()].flatMap((field) => {
    if (field === lookup) return [`fromFile sets ${field}, the lookup, which must differ from row to row`];
    return Object.hasOwn(constants, field) ? [`fromFile and constants both set ${field}`] : [];
  });
}

type FileValues = { readonly values: Readonly<Record<string, unknown>> } | { readonly wrong: Reason };

/** The values of every record of a file that its name and folder give. */
export function valuesOfFile(file: DroppedFile, { schema, fromFile, transforms }: FileFields): FileValues {
  const values: Record<string, unknown> = {};
  for (const [field, part] of fromFile) {
    const spec = schema.fields[field];
    if (spec === undefined) continue;
    const given = part === 'name' ? nameOf(file.fileName) : (file.folder ?? '');
    const text = compileSteps(transforms.get(field) ?? [])(given);
    const value = typeof text === 'string' ? valueOfText(spec, text) : undefined;
    const reason =
      typeof text !== 'string'
        ? text.reason
        : text === ''
          ? reasonOf('required_blank', { schema: schemaTitle(schema) })
          : refusalOf(spec, value);
    if (reason !== undefined) {
      const value = given === '' ? undefined : shownValue(given);
      const what = reasonText({ ...reason, name: `The ${part} of the file`, value });
      return { wrong: reasonOf('wrong_file_name', { what, field }) };
    }
    values[field] = value;
  }
  return { values };
}

/** `new clients` for `new clients.csv.gz`, and for its result sheet `new clients.result.csv`. */
function nameOf(fileName: string): string {
  return [/\.gz$/iu, /\.[a-z\d]{1,5}$/iu, /\.result$/iu].reduce(
    (name, end) => name.replace(end, ''),
    fileName,
  );
}
