import { canonicalJson } from '@sluice/aws-kit/hash-chain';
import { inOrderOfTime } from '../history/beginnings.ts';
import type { LedgerEvent } from '../model/event.ts';
import type { MigrationJson } from '../views/migration-json.ts';
import type { RunProgressJson, RunSummaryJson } from '../views/run-json.ts';
import { auditedIn, type Audited, type ListedHistory } from './audited-in.ts';
import { newUploadSchema, type NewUpload } from '../model/upload.ts';
import type { Times } from './audited-history.ts';
import type { Head } from './verify-run.ts';

interface WithEvents {
  readonly events: readonly LedgerEvent[];
  /** Where items were read: each names the last event of its subject. */
  readonly heads?: readonly Head[];
}
type ExportedRun = { readonly kind: 'run' } & (RunSummaryJson | RunProgressJson) & WithEvents;
type ExportedMigration = { readonly kind: 'migration' } & WithEvents &
  Pick<MigrationJson, 'migrationId' | 'name' | 'scheduledAt' | 'startedBy' | 'status' | 'finishedAt'>;
type ExportedUpload = { readonly kind: 'upload' } & NewUpload & WithEvents;
/** An event of the control panel. */
type ExportedAct = Pick<LedgerEvent, 'at' | 'version' | 'type' | 'data' | 'hash'> & {
  readonly kind: 'controlPanel';
  readonly operation: string;
  readonly by?: unknown;
  readonly from?: unknown;
  readonly requestId?: unknown;
};
export type ExportedHistory = ExportedRun | ExportedMigration | ExportedUpload;
export type ExportedItem = ExportedHistory | ExportedAct;

/** What is exported besides the chains. Each fails if it cannot be read. */
export interface ExportableHistory extends ListedHistory {
  migration(id: string): Promise<MigrationJson>;
  head(runId: string): Promise<RunProgressJson>;
}

/** Runs with their migrations, newest first, and uploads. Each is read when it is asked for. */
export async function* exportedIn(times: Times, history: ExportableHistory): AsyncGenerator<ExportedHistory> {
  for await (const audited of auditedIn(times, history)) yield itemOf(audited, history);
}

async function itemOf(
  { id, chain, run, heads }: Audited,
  history: ExportableHistory,
): Promise<ExportedHistory> {
  const events = inOrderOfTime(chain.events);
  const ends = heads && { heads };
  if (events.some(({ subject }) => subject === 'migration')) {
    const { timeline: _timeline, ...migration } = await history.migration(id);
    return { kind: 'migration', ...migration, ...ends, events };
  }
  const [first] = events;
  if (first?.subject === 'upload')
    return { kind: 'upload', ...newUploadSchema.parse({ ...first.data, uploadId: id }), ...ends, events };
  return { kind: 'run', ...(run ?? (await history.head(id))), ...ends, events };
}

type Cell = string | number | null | undefined;

type Line = Omit<LedgerEvent, 'runId' | 'subject' | 'prev'> & { readonly subject: string };

const ofRun =
  (cell: (run: ExportedRun) => Cell) =>
  (item: ExportedItem): Cell =>
    item.kind === 'run' ? cell(item) : undefined;

/** Of what was uploaded: the file of a run, or an upload itself. */
const ofFile =
  (cell: (item: ExportedRun | ExportedUpload) => Cell) =>
  (item: ExportedItem): Cell =>
    item.kind === 'run' || item.kind === 'upload' ? cell(item) : undefined;

const ofEither =
  (cell: (item: ExportedRun | ExportedMigration) => Cell) =>
  (item: ExportedItem): Cell =>
    item.kind === 'run' || item.kind === 'migration' ? cell(item) : undefined;

/** Of a start of a migration, or of the one that a run belongs to. */
const ofStart = (cell: (start: Pick<MigrationJson, 'migrationId' | 'name'> | undefined) => Cell) =>
  ofEither((item) => cell(item.kind === 'run' ? item.migration : item));

const columns: Readonly<Record<string, (item: ExportedItem, event: Line) => Cell>> = {
  kind: ({ kind }) => (kind === 'controlPanel' ? 'control panel' : kind),
  run: ofRun(({ runId }) => runId),
  migration: ofStart((start) => start?.migrationId),
  name: ofStart((start) => start?.name),
  bucket: ofFile(({ bucket }) => bucket),
  file: ofFile(({ key }) => key),
  version: ofFile(({ versionId }) => versionId),
  sha256: ofFile(({ sha256 }) => sha256),
  bytes: ofFile(({ bytes }) => bytes),
  droppedBy: ofFile(({ droppedBy }) => droppedBy),
  principal: ofFile(({ principal }) => principal),
  droppedFrom: ofFile(({ droppedFrom }) => droppedFrom),
  schema: ofRun(({ schema }) => schema),
  lookup: ofRun(({ lookup }) => lookup),
  profile: ofRun(({ profile }) => profile),
  profileSha256: ofRun(({ profileSha256 }) => profileSha256),
  profileVersionId: ofRun(({ profileVersionId }) => profileVersionId),
  status: ofEither(({ status }) => status),
  startedAt: ofEither((item) => (item.kind === 'run' ? item.startedAt : item.scheduledAt)),
  finishedAt: ofEither(({ finishedAt }) => finishedAt),
  at: (_item, { at }) => at,
  subject: (_item, { subject }) => subject,
  event: (_item, { version }) => version,
  type: (_item, { type }) => type,
  by: (_item, { data }) => textOf(data['by'] ?? data['owner'] ?? data['startedBy']),
  importId: (_item, { data }) => textOf(data['importId']),
  data: (_item, { data }) => canonicalJson(data),
  hash: (_item, { hash }) => hash,
  profileSavedBy: ofRun(({ profileSavedBy }) => profileSavedBy),
};

/** The operation is the subject of an event of the control panel. */
function linesOf(item: ExportedItem): readonly Line[] {
  if (item.kind !== 'controlPanel') return item.events;
  const { at, operation: subject, version, type, by, from, requestId, data, hash } = item;
  return [{ at, subject, version, type, data: { by, from, requestId, ...data }, hash }];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The header of the table of an export. */
export const exportHeader: readonly string[] = Object.keys(columns);

/** A row of cells for each event. */
export const exportRows = (item: ExportedItem): string[][] =>
  linesOf(item).map((event) => Object.values(columns).map((cell) => String(cell(item, event) ?? '')));
