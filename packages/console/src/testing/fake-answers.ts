import { completeUploadSchema, downloadSchema, resumeUploadSchema, uploadSchema } from '../api/shapes.ts';
import type { ConsoleRouteName, Role } from '../api/routes.ts';
import { sumsOf, type MigrationJson, type RunJson } from '@sluice/ledger/views';
import { runId as auditedId, type AuditedRun } from '../../../cli/src/testing/audited-run.ts';
import { sealHash } from '@sluice/ledger';
import { aHistory, aStart, definitionsOf, someChanges } from './migrations.ts';
import { packedRows } from './packed-rows.ts';
import { ago, runsNow } from './runs.ts';

/** What the fake API knows. Acts change it. */
export interface World {
  /** Of whoever is signed in; empty when nobody is. */
  roles: readonly Role[];
  /** Where they may drop; everywhere when absent. */
  folders?: readonly string[];
  runs: RunJson[];
  readonly profiles: Map<string, { text: string; etag: string; savedAt: string }>;
  /** What was uploaded to the bucket. */
  readonly objects: { readonly key: string; readonly bytes: Uint8Array }[];
  readonly migrations: MigrationJson[];
  /** A run with its seal, for who audits. */
  audited?: AuditedRun;
  /** The packed rows of every run, and the file as it was dropped; what is not here was erased. */
  readonly files: Map<string, Uint8Array>;
  /** Answers of the bucket may get lost though it took the file, or no request may arrive at all. */
  network: 'up' | 'loses answers' | 'down';
}

export const newWorld = (roles: readonly Role[] = ['admin']): World => ({
  roles,
  runs: runsNow(),
  profiles: new Map([
    [
      'careful',
      {
        text: '{\n  "schema": "client",\n  "lookup": "email",\n  "approval": true\n}\n',
        etag: 'e1',
        savedAt: ago(9000),
      },
    ],
  ]),
  objects: [],
  migrations: [aStart({})],
  files: new Map(Object.entries(packedRows)),
  network: 'up',
});

export interface Asked {
  readonly parts: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly world: World;
}
type Answers = Partial<Record<ConsoleRouteName, (asked: Asked) => unknown>>;

export const answers: Answers = {
  runs: ({ query, world }) => {
    const is = (name: string, value: unknown) => query[name] === undefined || query[name] === value;
    const all = world.runs.filter(
      (run) =>
        is('status', run.status) &&
        is('schema', run.schema) &&
        is('dropper', run.droppedBy) &&
        is('hash', run.sha256) &&
        (query['since'] === undefined || run.startedAt >= query['since']) &&
        (query['until'] === undefined || run.startedAt < query['until']),
    );
    return { runs: all.map(({ submissions: _s, timeline: _t, ...run }) => run) };
  },
  run: ({ parts, query, world }) => {
    const run = runOf(parts, world);
    if (run === undefined) return undefined;
    const { submissions, timeline = [], ...head } = run;
    if (query['limit'] !== '0') return { ...head, submissions, timeline };
    const after = query['tail'] ?? '0';
    const events = timeline.filter(({ at, subject }) => subject === 'run' && at > after);
    const tail = { events, after: events.at(-1)?.at ?? after, hasMore: false };
    return { ...head, progress: { batches: 24, checked: 24, imported: 9 }, tail };
  },
  approve: (asked) => moved(asked, 'importing', 'approved'),
  cancel: (asked) => moved(asked, 'cancelled', 'cancelRequested'),
  decide: (asked) => moved(asked, 'importing', 'decided'),
  undo: (asked) => moved(asked, 'undoing', 'undoRequested'),
  upload: ({ body }) => {
    const { key, parts } = uploadSchema.parse(body);
    return { uploadId: key, puts: putsOf(key, parts.length) };
  },
  resumeUpload: ({ body, world }) => {
    const { uploadId, parts } = resumeUploadSchema.parse(body);
    const isThere = world.objects.some(({ key }) => key === uploadId);
    return { uploadId, puts: isThere ? [] : putsOf(uploadId, parts.length) };
  },
  completeUpload: ({ body, world }) => {
    const { key } = completeUploadSchema.parse(body);
    return { bucket: 'drops', key, versionId: `v${world.objects.length}` };
  },
  profiles: ({ world }) => [...world.profiles].map(([name, { savedAt }]) => ({ name, savedAt })),
  profile: ({ parts, world }) => world.profiles.get(parts['name'] ?? ''),
  profileVersions: ({ parts, world }) => {
    const { savedAt } = world.profiles.get(parts['name'] ?? '') ?? { savedAt: ago(0) };
    return [
      { versionId: 'v2', savedAt },
      { versionId: 'v1', savedAt: ago(20_000) },
    ];
  },
  profileVersion: () => ({ text: '{\n  "schema": "client",\n  "lookup": "name"\n}\n' }),
  saveProfile: ({ parts, body, world }) => {
    const { text, etag } = body as { text: string; etag?: string };
    const known = world.profiles.get(parts['name'] ?? '');
    if (known?.etag !== etag) return new Error('Somebody saved this profile meanwhile.');
    const saved = { text, etag: `${etag ?? 'e'}1`, savedAt: ago(0) };
    world.profiles.set(parts['name'] ?? '', saved);
    return { etag: saved.etag };
  },
  signOut: ({ world }) => {
    world.roles = [];
    return { url: '/result.csv' };
  },
  settings: () => [
    { name: 'mail.defaultTo', value: ['team@example.org'], isDefault: false },
    { name: 'links.days', value: 3, isDefault: true },
  ],
  migrations: ({ world }) => definitionsOf(world.migrations),
  migration: ({ parts: { subject }, world }) =>
    world.migrations.find(({ migrationId }) => migrationId === subject) ??
    world.migrations.filter(({ name }) => name === subject),
  startMigration: ({ parts, body, world }) => {
    const { dryRun = false } = body as { dryRun?: boolean };
    const start = aStart({
      migrationId: `m${world.migrations.length}`,
      name: parts['subject'] ?? '',
      dryRun,
    });
    world.migrations.unshift(start);
    return start;
  },
  recordHistory: ({ query }) => aHistory(query['record'] ?? ''),
  changes: ({ query }) => someChanges(query['cursor']),
  figures: ({ query, world }) => {
    const days = Array.from({ length: Number(query['days']) }, (_, at) => ago(at * 1440).slice(0, 10));
    const isOn = (day: string) => world.runs.filter(({ startedAt }) => startedAt.startsWith(day));
    return { days: days.toReversed().map((day) => sumsOf(day, isOn(day))), missing: [] };
  },
  seals: ({ world: { audited } }) => ({
    seals: audited === undefined ? [] : [{ ...audited.seal, hash: sealHash(audited.seal) }],
  }),
  heads: ({ world }) => ({ text: world.audited?.list }),
  events: ({ parts, world: { audited } }) =>
    parts['runId'] === auditedId ? { events: audited?.events } : undefined,
  items: ({ parts, world: { audited } }) =>
    parts['runId'] === auditedId ? { items: audited?.items } : undefined,
  download: ({ body, world }) => {
    const { file, runId } = downloadSchema.parse(body);
    const name = runOf({ runId }, world)?.key.split('/').at(-1);
    const bytes = world.files.get(file);
    if (bytes !== undefined) return { url: `/files/${file}`, name, bytes: bytes.length };
    if (file.toLowerCase().endsWith('rows')) return undefined;
    return { url: '/result.csv', name: 'result.csv', bytes: 10 };
  },
};

const putsOf = (key: string, parts: number) =>
  Array.from({ length: parts }, (_, at) => ({
    ...{ number: at + 1, url: `/bucket/${encodeURIComponent(key)}` },
    headers: { 'x-amz-checksum-sha256': 'x' },
  }));

const runOf = ({ runId }: Asked['parts'], { runs }: World) => runs.find((run) => run.runId === runId);

function moved({ parts, world }: Asked, status: RunJson['status'], type: string): unknown {
  const run = runOf(parts, world);
  if (run === undefined) return undefined;
  if (run.status === status) return new Error(`This run is ${status}.`);
  Object.assign(run, {
    status,
    timeline: [
      ...(run.timeline ?? []),
      { at: ago(0), subject: 'run', type, data: { by: 'petra@example.com' } },
    ],
  });
  return run;
}
