import { Duration } from 'aws-cdk-lib';
import { StorageClass, type LifecycleRule } from 'aws-cdk-lib/aws-s3';

interface Kept {
  readonly bucket: 'drops' | 'files' | 'data' | 'audit';
  readonly prefix: string;
  readonly holds: string;
  /** Why it is kept for this time, and not longer. */
  readonly why: string;
}

/** What buckets hold for a time, by its name in the stage. Each has a lifecycle rule. `docs/kept.md` shows it. */
export const expiring = [
  {
    name: 'drops',
    bucket: 'drops',
    prefix: 'inbox/',
    holds: 'dropped files',
    why: 'people approve a drop, and ask about it, within weeks; the same content is found by its hash in the ledger',
  },
  {
    name: 'runs',
    bucket: 'files',
    prefix: 'runs/',
    holds:
      'batches, plans, previews, problems, outcomes, result sheets and undo reports with their packed rows, links of runs, and which runs an export was dropped for',
    why: 'the report of an undo names rows of the sheet: the time of an undo, after that of an approval',
  },
  {
    name: 'bodies',
    bucket: 'data',
    prefix: 'bodies/',
    holds: 'records that imports sent',
    why: 'an import takes minutes, and a person may run a dry run weeks later',
  },
  {
    name: 'previews',
    bucket: 'data',
    prefix: 'imports/',
    holds: 'previews, outcomes and undo reports of imports',
    why: 'an undo reads them',
  },
  {
    name: 'images',
    bucket: 'data',
    prefix: 'images/',
    holds: 'records from before an import',
    why: 'so long an import can be undone, and the history of a record goes back',
  },
  {
    name: 'writes',
    bucket: 'data',
    prefix: 'writes/',
    holds: 'who called what changed records without an import, and the records before and after',
    why: 'so long the history of a record goes back',
  },
  {
    name: 'changes',
    bucket: 'data',
    prefix: 'changes/',
    holds: 'changes of records for webhooks',
    why: 'longer than the last message about one',
  },
  {
    name: 'deliveries',
    bucket: 'data',
    prefix: 'deliveries/',
    holds: 'what webhooks deliver',
    why: 'tries end after three days; so long a person can deliver it again',
  },
] as const satisfies readonly (Kept & { readonly name: string })[];

/** Days by name. */
export type KeptDays = Readonly<Record<(typeof expiring)[number]['name'], number>>;

/** What buckets hold until somebody deletes it. */
export const lasting: readonly Kept[] = [
  { bucket: 'drops', prefix: 'profiles/', holds: 'settings of folders', why: 'they are in use' },
  {
    bucket: 'drops',
    prefix: 'migrations/',
    holds: 'definitions of migrations, and the files that they import',
    why: 'they are in use: each start of a migration imports its files again',
  },
  { bucket: 'data', prefix: 'documents/', holds: 'documents', why: "they are the organization's records" },
  ...['seals/', 'heads/'].map((prefix): Kept => ({
    bucket: 'audit',
    prefix,
    holds: 'seals of the history: hashes, and ids of runs',
    why: 'they prove what happened, and hold no values of records',
  })),
  {
    bucket: 'audit',
    prefix: 'panel/',
    holds: 'the audit log of the service',
    why: 'it proves who changed what; of what may describe a person it has only hashes',
  },
];

/**
 * Large objects that are kept for longer than this and the shortest time of the archive move there: they are read as fast, at a
 * sixth of the price. S3 leaves objects below 128 KB where they are.
 */
const hotDays = 30;
const archivedDaysAtLeast = 90;

function transitionsFor(days: number): Pick<LifecycleRule, 'transitions'> {
  if (days < hotDays + archivedDaysAtLeast) return {};
  const storageClass = StorageClass.GLACIER_INSTANT_RETRIEVAL;
  return { transitions: [{ storageClass, transitionAfter: Duration.days(hotDays) }] };
}

/** The lifecycle rules of a bucket, one for each class. */
export function lifecycleOf(bucket: Kept['bucket'], days: KeptDays): LifecycleRule[] {
  const isHere = (kept: Kept): boolean => kept.bucket === bucket;
  return [
    ...expiring.filter(isHere).map(({ name, prefix }) => ({
      prefix,
      expiration: Duration.days(days[name]),
      ...transitionsFor(days[name]),
    })),
    ...lasting.filter(isHere).map(({ prefix }) => ({ prefix })),
  ];
}
