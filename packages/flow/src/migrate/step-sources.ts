import { reasonOf, whyOf, type Why } from '@sluice/contract';
import { runIdOf, type OfMigration } from '@sluice/ledger';
import { migrationLimits, previewedSteps, type MigrationRun, type Step } from '@sluice/ledger/migrations';
import * as z from 'zod';
import type { Drop } from '../read/arrivals.ts';
import { migrationKeys } from '../run-objects.ts';
import { SourceRefused, type RunMigrationServices, type SourceVersion } from './services.ts';

export type StepSources =
  | { readonly kind: 'sources'; readonly drops: readonly (Drop & { readonly runId: string })[] }
  | { readonly kind: 'empty' | 'refused'; readonly why: Why };

const storedSchema = z.array(
  z.object({ key: z.string(), versionId: z.string(), bytes: z.int().nonnegative() }),
);

/** The files of a step. The first listing is stored, so that a repeat after a crash imports the same versions. */
export async function sourcesOf(
  migration: MigrationRun,
  at: number,
  services: Pick<RunMigrationServices, 'sources' | 'files' | 'dropBucket'>,
): Promise<StepSources> {
  const step = migration.definition?.steps[at];
  if (step === undefined) throw new Error(`There is no step ${at + 1} in ${migration.name}.`);
  const bucket = step.bucket ?? services.dropBucket;
  const key = migrationKeys.sources(migration.migrationId, at + 1);
  const known = await services.files.get(key);
  const listed =
    known === undefined
      ? await findSources({ step, bucket }, services)
      : storedSchema.parse(JSON.parse(known));
  if (!Array.isArray(listed)) return listed;
  const text = known ?? (await services.files.putOnce(key, JSON.stringify(listed)));
  const versions = storedSchema.parse(JSON.parse(text));
  return {
    kind: 'sources',
    drops: versions.map((version) => dropOf(version, { migration, at, bucket, step })),
  };
}

interface Place {
  readonly step: Step;
  readonly bucket: string;
}

type Refusal = Exclude<StepSources, { kind: 'sources' }>;

async function findSources(
  { step, bucket }: Place,
  { sources }: Pick<RunMigrationServices, 'sources'>,
): Promise<SourceVersion[] | Refusal> {
  const place = `s3://${bucket}/${step.file ?? step.prefix ?? ''}`;
  try {
    if (step.file !== undefined) {
      const found = await sources.find(bucket, step.file);
      return found === undefined ? noFile(place) : [found];
    }
    const most = migrationLimits.filesOfStep;
    const found = await sources.list({ bucket, prefix: step.prefix ?? '', atMost: most + 1 });
    if (found.length === 0) return noFile(`below ${place}`);
    if (found.length <= most) return found;
    return { kind: 'refused', why: whyOf(reasonOf('step_too_many_files', { most, place })) };
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    return { kind: 'refused', why: whyOf(reasonOf('step_not_readable', { place })) };
  }
}

const noFile = (place: string): Refusal => ({
  kind: 'empty',
  why: whyOf(reasonOf('step_without_file', { place })),
});

interface Sent extends Place {
  readonly migration: MigrationRun;
  readonly at: number;
}

function dropOf(
  version: SourceVersion,
  { migration, at, bucket, step }: Sent,
): Drop & { readonly runId: string } {
  const { migrationId, name, scheduledAt, dryRun, definitionUpload } = migration;
  const { profile, schema, lookup, sheet } = step;
  const settings = { profile, schema, lookup, sheet };
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const of: OfMigration = {
    migrationId,
    name,
    scheduledAt,
    step: at + 1,
    ...given,
    ...(definitionUpload && { definitionUpload }),
    ...(dryRun && { dryRun, ...afterSteps(migration, at) }),
  };
  // Whoever reads it looks who uploaded it.
  const drop = { bucket, ...version, droppedBy: 'unknown', migration: of };
  return { ...drop, runId: runIdOf(drop) };
}

/** The runs whose records a dry run counts as written, since all of their rows passed. */
function afterSteps({ steps }: MigrationRun, at: number): Pick<OfMigration, 'after'> {
  const after = previewedSteps(steps, at).flatMap((step) => steps[step]?.runIds ?? []);
  return after.length === 0 ? {} : { after };
}
