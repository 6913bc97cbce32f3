import { importableSchemas } from '@sluice/contract';
import { PlanError, sheetOptionsOf, type PlanErrorCode, type Settings } from '@sluice/import-plan';
import { propose, sampleOf, type Proposal } from '@sluice/import-plan/suggest';
import { jsonOf } from '@sluice/aws-kit/handlers';
import type { Run } from '@sluice/ledger';
import { openSheet, type SheetSource } from '@sluice/sheets';
import type { Files } from '../ports.ts';
import { runKeys } from '../run-objects.ts';
import type { Outside } from './reading-guard.ts';

/** What another profile could solve. */
const ofColumns: ReadonlySet<PlanErrorCode> = new Set<PlanErrorCode>([
  'no_known_column',
  'unknown_columns',
  'missing_columns',
  'twin_columns',
  'twin_names',
  'shared_lookup',
  'constant_column',
  'id_column',
  'lookup_column',
]);

/** A run is one item of the ledger, and each mail and answer has it. */
const mostBytes = 24 * 1024;

interface Stopped {
  readonly run: Run;
  readonly settings: Settings;
  readonly source: SheetSource;
  readonly error: unknown;
  readonly outside: Pick<Outside, 'hasFailed'>;
}

/** A profile with which the drop would be read, if it stopped for its columns. A person takes it, or does not. */
export async function proposalFor(
  { run, settings, source, error, outside }: Stopped,
  files: Pick<Files, 'get'>,
): Promise<Proposal | undefined> {
  // A migration names its profiles itself.
  if (!(error instanceof PlanError && ofColumns.has(error.code)) || run.migration !== undefined)
    return undefined;
  const { schema, lookup, profile } = settings;
  const options = sheetOptionsOf(settings);
  const base =
    profile === undefined ? undefined : jsonOf((await files.get(runKeys.profile(run.runId))) ?? '');
  try {
    const sample = await sampleOf((headerRow) =>
      openSheet(source, headerRow === undefined ? options : { ...options, headerRow }),
    );
    const request = { ...sample, schema, lookup, ...(isObject(base) && { base }) };
    return fitting(propose(request, importableSchemas));
  } catch (failure) {
    if (outside.hasFailed()) throw failure;
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Without the reasons of what is left out, if they are too long; the profile has their names. */
function fitting(proposal: Proposal | undefined): Proposal | undefined {
  const fits = (one: Proposal) => Buffer.byteLength(JSON.stringify(one)) <= mostBytes;
  if (proposal === undefined || fits(proposal)) return proposal;
  const shorter = { ...proposal, choices: proposal.choices.filter(({ field }) => field !== undefined) };
  return fits(shorter) ? shorter : undefined;
}
