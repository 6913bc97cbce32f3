import { basename } from 'node:path';
import { readFile } from 'node:fs/promises';
import { keyOfMigration, readDefinition, refusalText, type Definition } from '@sluice/migrations';
import { CliError } from '../cli-error.ts';
import { printable } from '../views/columns.ts';
import type { SourceFile } from './source-file.ts';

export interface MigrationFile {
  readonly name: string;
  readonly definition: Definition;
  /** Absent for a migration that is started by hand or that has no start left. */
  readonly nextFire?: Date | undefined;
}

/** @throws CliError `failed` naming each place where the file is wrong */
export async function readMigrationFile(file: SourceFile, now: Date): Promise<MigrationFile> {
  const [, name] = /^(.*)\.json$/u.exec(file.name) ?? [];
  if (name === undefined)
    throw new CliError('usage', `${printable(file.name)} is no migration. Expected a file <name>.json.`);
  const read = readDefinition(name, await readFile(file.path, 'utf8'), now);
  if (read.kind === 'refused')
    throw new CliError('failed', `${printable(refusalText(name, read.problems))} Nothing was uploaded.`);
  return { name, definition: read.definition, nextFire: read.nextFire };
}

/**
 * Where the steps expect a file in the drop bucket: at the place of the step whose file has its name, or else in the one folder
 * that steps read.
 * @throws CliError `usage` when no step expects it, or several places do
 */
export function keyOfData({ name, definition }: MigrationFile, file: SourceFile): string {
  const ours = definition.steps.filter(({ bucket }) => bucket === undefined);
  const named = new Set(
    ours.flatMap((step) => (step.file && basename(step.file) === file.name ? [step.file] : [])),
  );
  const folders = new Set(
    ours.flatMap(({ prefix }) => (prefix === undefined ? [] : [`${prefix}${file.name}`])),
  );
  const [key, ...others] = named.size > 0 ? named : folders;
  if (key !== undefined && others.length === 0) return key;
  const places = [key, ...others].filter((place) => place !== undefined);
  const what =
    key === undefined
      ? 'no step of it imports a file of this name'
      : `it may belong to ${places.join(' or to ')}`;
  const known = ours.flatMap(({ file, prefix }) => file ?? prefix ?? []);
  throw new CliError(
    'usage',
    `${printable(file.name)}: ${printable(what)}. Expected a file that ${keyOfMigration(name)} expects in the drop bucket: ${printable([...new Set(known)].join(', ') || 'none')}.`,
  );
}
