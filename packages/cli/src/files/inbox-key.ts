import { fieldNamed, importSchema, schemaNames, type ImportSchema } from '@sluice/contract';
import { CliError } from '../io/cli-error.ts';
import { printable } from '@sluice/contract/words';

import { unknownName } from '../io/unknown-name.ts';

/** Which folder of the inbox a file goes to. */
export type Folder =
  | { readonly schema: string; readonly lookup: string }
  | {
      readonly profile: string;
      /** Folders below that of the profile, which may set fields by `fromFile`. */
      readonly below?: string | undefined;
    };

/**
 * The key of a file in the inbox, such as `inbox/client/email/new clients.csv`.
 * @throws CliError `usage` where the inbox would refuse it
 */
export function inboxKey(inbox: string, folder: Folder, fileName: string): string {
  checkFolder(folder);
  const folders =
    'profile' in folder ? [folder.profile, ...foldersBelow(folder)] : [folder.schema, folder.lookup];
  return `${inbox}${[...folders, fileName].join('/')}`;
}

/** The options that name the folder. */
export const optionsOf = (folder: Folder): string[] =>
  'profile' in folder
    ? ['--profile', folder.profile]
    : ['--schema', folder.schema, '--lookup', folder.lookup];

/** @throws CliError `usage` where the inbox has no such folder */
export function checkFolder(folder: Folder): void {
  if ('profile' in folder) checkProfile(folder.profile);
  else checkLookup(folder.schema, folder.lookup);
}

/** @throws CliError `usage` */
function foldersBelow({ below }: { readonly below?: string | undefined }): string[] {
  if (below === undefined) return [];
  const names = below.replace(/\/$/u, '').split('/');
  if (names.every((name) => !['', '.', '..'].includes(name.trim()))) return names;
  throw new CliError(
    'usage',
    `--folder ${printable(below)}: expected the name of a folder, or several separated by /, such as Bexar or 2026/Bexar.`,
  );
}

function checkProfile(profile: string): void {
  if (!profile.includes('/') && profile !== '' && importSchema(profile) === undefined) return;
  throw new CliError(
    'usage',
    `--profile ${profile}: expected the name of one folder of the inbox that is not the name of a schema, for example county-clients.`,
  );
}

function checkLookup(schemaName: string, lookup: string): void {
  const schema = schemaNamed(schemaName);
  if (schema.lookups.includes(fieldNamed(schema, lookup) ?? '') && !lookup.includes('/')) return;
  throw unknownName(`--lookup ${lookup}: no lookup of ${schema.name} has this name`, {
    name: lookup,
    known: schema.lookups,
  });
}

/** @throws CliError `usage` */
export function schemaNamed(name: string, option = '--schema '): ImportSchema {
  const schema = importSchema(name);
  if (schema !== undefined && !name.includes('/')) return schema;
  throw unknownName(`${option}${name}: there is no such schema`, { name, known: schemaNames });
}
