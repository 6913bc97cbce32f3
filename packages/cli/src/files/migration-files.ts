import { basename } from 'node:path';
import { keyOfMigration, readDefinition, type Definition, type LooseStep } from '@sluice/ledger/migrations';
import { CliError } from '../io/cli-error.ts';
import type { Services } from '../io/services.ts';
import type { Buckets } from '../system/drop-bucket.ts';

import { counted, printable } from '@sluice/contract/words';
import { checkSteps, nameProblems, type PlacedFile } from './check-migration.ts';
import { sourceFile, type SourceFile } from './source-file.ts';

export interface MigrationFile {
  readonly name: string;
  readonly definition: Definition;
  /** Absent for a migration that is started by hand or that has no start left. */
  readonly nextFire?: Date | undefined;
}

interface Given {
  readonly name: string;
  readonly text: string;
  /** The files that its steps import, as they were named. */
  readonly data: readonly string[];
  /** What is not done if something is wrong. */
  readonly otherwise: string;
}

/**
 * The migration and the places of its files, when nothing is wrong with either.
 * @throws CliError `usage` naming each mistake, or the files that have no place
 */
export async function checkedMigration(
  { name, text, data, otherwise }: Given,
  openBuckets: () => Promise<Buckets>,
  services: Services,
): Promise<MigrationFile & { readonly placed: readonly PlacedFile[]; readonly buckets: Buckets }> {
  const files = await Promise.all(data.map((given) => sourceFile(services.cwd, given)));
  const read = readDefinition(name, text, services.now());
  const steps = read.kind === 'refused' ? read.steps : read.definition.steps;
  const places = files.map((source) => ({ source, ...placeOf(name, steps, source) }));
  const placed = places.flatMap(({ source, key }) => (key === undefined ? [] : [{ source, key }]));
  const unplaced = places.flatMap(({ problem = [] }) => problem);
  const own = [...(read.kind === 'refused' ? read.problems : []), ...nameProblems(steps, placed)];
  // Without a running system, what is wrong with the file itself is still named.
  const buckets = await openBuckets().catch((error: unknown) => {
    if (own.length + unplaced.length === 0) throw error;
    return undefined;
  });
  const { problems, missing } = buckets
    ? await checkSteps(steps, placed, buckets)
    : { problems: [], missing: [] };
  const all = [...own, ...problems, ...unplaced].toSorted((one, other) => stepIn(one) - stepIn(other));
  if (buckets === undefined || read.kind === 'refused' || all.length > 0) {
    buckets?.close();
    const head = `${printable(keyOfMigration(name))} has ${counted(all.length, 'mistake')}. ${otherwise}`;
    throw new CliError(
      'usage',
      unplaced.length === all.length
        ? `${unplaced.map(printable).join('\n')}\n${otherwise}`
        : [head, ...all.map((one) => `  ${printable(one)}`)].join('\n'),
    );
  }
  for (const one of missing) services.voice.say(`Note: ${printable(one)}`);
  return { name, definition: read.definition, nextFire: read.nextFire, placed, buckets };
}

export interface Uploaded {
  readonly key: string;
  readonly versionId: string;
  readonly bytes: number;
}

/** Uploads files in their order. */
export async function uploadAll(
  files: readonly PlacedFile[],
  buckets: Buckets,
  { voice }: Services,
): Promise<Uploaded[]> {
  const uploaded: Uploaded[] = [];
  for (const { source, key } of files) {
    const versionId = await buckets.upload({ file: source.path, key }, () => undefined);
    voice.say(`Uploaded ${printable(source.name)} as ${printable(key)}.`);
    uploaded.push({ key, versionId, bytes: source.bytes });
  }
  return uploaded;
}

/** The step that a mistake is in; 0 for none. */
const stepIn = (problem: string): number => Number(/\bstep (\d+)\b/u.exec(problem)?.[1] ?? 0);

/** @throws CliError `usage` */
export function nameOfMigrationFile(file: SourceFile): string {
  const [, name] = /^(.*)\.json$/u.exec(file.name) ?? [];
  if (name !== undefined) return name;
  throw new CliError('usage', `${printable(file.name)} is no migration. Expected a file <name>.json.`);
}

/** At the place of the step whose file has its name, or else in the one folder that steps read. */
function placeOf(
  name: string,
  steps: readonly LooseStep[],
  file: SourceFile,
): { readonly key?: string; readonly problem?: string } {
  const ours = steps.filter(({ bucket }) => bucket === undefined);
  const named = new Set(
    ours.flatMap((step) => (step.file && basename(step.file) === file.name ? [step.file] : [])),
  );
  const folders = new Set(
    ours.flatMap(({ prefix }) => (prefix === undefined ? [] : [`${prefix}${file.name}`])),
  );
  const [key, ...others] = named.size > 0 ? named : folders;
  if (key !== undefined && others.length === 0) return { key };
  const places = [key, ...others].filter((place) => place !== undefined);
  const known = [...new Set(ours.flatMap(({ file, prefix }) => file ?? prefix ?? []))];
  return {
    problem:
      key === undefined
        ? `${file.name}: no step of ${name} imports a file of this name; its steps import ${known.join(', ') || 'none'}`
        : `${file.name}: it may belong to ${places.join(' or to ')}`,
  };
}
