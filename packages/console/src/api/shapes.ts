import * as z from 'zod';
import { roles } from './routes.ts';

/** A request that changes something has this header. A form of another site cannot send one. */
export const actHeader = { name: 'x-sluice-console', value: '1' } as const;

/** `GET /session`: who is signed in. */
export const sessionSchema = z.object({
  person: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  roles: z.array(z.enum(roles)),
  /** The folders of the inbox into which they may drop; absent for every folder. */
  folders: z.array(z.string()).readonly().optional(),
  /** The name of the stack, as commands and mails have it. */
  stack: z.string(),
  /** When the person has to sign in again. ISO 8601. */
  until: z.string(),
});
export type Session = z.infer<typeof sessionSchema>;

/** `GET /settings`: those of the stage, by the names of `docs/settings.md`, such as `mail.flowFrom`. None is a secret. */
export const shownSettingsSchema = z.array(
  z.object({ name: z.string(), value: z.json(), isDefault: z.boolean() }),
);
export type ShownSettings = z.infer<typeof shownSettingsSchema>;

/**
 * `GET /sign-in?to=/runs` begins a sign-in, and ends at that page of the console. If it fails, it ends at `#/signed-out/` and one
 * of these: it took too long or began in another browser; the user pool refused it; the person is in no group.
 */
export const signInProblems = ['expired', 'refused', 'no-role'] as const;
export type SignInProblem = (typeof signInProblems)[number];

/** The answer to `POST /sign-out`: where the browser goes, so that the user pool forgets the person too. */
export const signedOutSchema = z.object({ url: z.string() });

const sha256 = z.string().regex(/^[0-9a-f]{64}$/u, 'expected a sha256 in hex');
const name = z.string().min(1).max(1024);
const length = z.number().int().positive();

export { partBytes } from './sizes.ts';

/**
 * `POST /uploads`. The addresses of the answer take the bytes of these parts only, and nothing arrives in the inbox before
 * `POST /uploads/complete`: whoever may not send that any more drops nothing.
 */
export const uploadSchema = z.strictObject({
  /** Its key, such as `inbox/members/new.csv`. */
  key: name,
  bytes: length,
  sha256,
  /** Of each part of `partBytes`. */
  parts: z.array(sha256).max(10_000),
  /** The sheet of a workbook. */
  sheetName: z.string().min(1).max(255).optional(),
  /** The run whose file this one corrects. */
  corrects: z
    .string()
    .regex(/^[a-z2-7]{26}$/u, 'expected the id of a run')
    .optional(),
  /** Import it again, although a run has imported the same bytes. */
  again: z.boolean().optional(),
});
export type Upload = z.input<typeof uploadSchema>;

/** A presigned PUT. All headers have to be sent. */
export const putSchema = z.object({ url: z.string(), headers: z.record(z.string(), z.string()) });

/** The answer to `POST /uploads` and `POST /uploads/resume`. */
export const signedUploadSchema = z.object({
  uploadId: z.string(),
  /** Of parts still to be sent, numbered from 1. */
  puts: z.array(putSchema.extend({ number: z.number().int() })),
});
export type SignedUpload = z.infer<typeof signedUploadSchema>;

/** `POST /uploads/resume`: the addresses of the parts that have not arrived. */
export const resumeUploadSchema = uploadSchema.extend({ uploadId: name });
/** `POST /uploads/complete`: makes the file of its parts. Fails with `conflict` and the numbers of those that are missing. */
export const completeUploadSchema = z.strictObject({ key: name, uploadId: name, sha256, bytes: length });
/** The answer to it. The run is known by bucket, key and version: `runIdOf` in the ledger. */
export const completedUploadSchema = z.object({ bucket: z.string(), key: z.string(), versionId: z.string() });

/**
 * The files of a run: its drop, its plan, its result sheet, the report of its undo, and for the grid the rows of the result sheet,
 * the plan and the report.
 */
export const fileKinds = ['drop', 'plan', 'result', 'undo', 'rows', 'planRows', 'undoRows'] as const;
export const downloadSchema = z.strictObject({ runId: name, file: z.enum(fileKinds) });
/** A presigned GET: an attachment of another origin, for a few minutes. It takes ranges. */
export const signedDownloadSchema = z.object({ url: z.string(), name: z.string(), bytes: z.number() });

/** `GET /profiles` */
export const profileListSchema = z.array(z.object({ name: z.string(), savedAt: z.string() }));
/** `GET /profiles/{name}` */
export const savedProfileSchema = z.object({ text: z.string(), etag: z.string() });
/** `GET /profiles/{name}/versions`: the newest first, at most `mostVersions`. The first is the profile as it is, unless it was removed. */
export const profileVersionsSchema = z.array(z.object({ versionId: z.string(), savedAt: z.string() }));
export const mostVersions = 100;
/** `GET /profiles/{name}/versions/{versionId}` */
export const profileVersionSchema = z.object({ text: z.string() });
/** `PUT /profiles/{name}`: `conflict` if its etag is another one now. Without an etag only as a new profile. */
export const profileToSaveSchema = z.strictObject({
  text: z.string().max(256 * 1024),
  /** As S3 gave it. `*` would be any version, and a list several. */
  etag: z
    .string()
    .regex(/^"[\w+/=.-]{1,128}"$/u, 'expected the etag with which the profile was opened')
    .optional(),
});
export const profileSavedSchema = z.object({ etag: z.string() });

/** `GET /history?schema=client&record=ana@example.com`: a page, newest first. Its answer is a `RecordHistoryJson`. */
export const recordHistorySchema = z.strictObject({
  schema: z.string().min(1).max(200),
  /** Its id, or a value that it has or had in a field of its lookups. */
  record: z.string().min(1).max(2000),
  /** The `nextCursor` of the page before. */
  cursor: z.string().min(1).max(3000).optional(),
});

/** `GET /changes?since=…&until=…`: a page of what imports changed, newest first. Its answer is a `ChangesJson`. */
export const changesSchema = z.strictObject({
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  /** The `nextCursor` of the page before. */
  cursor: z.string().min(1).max(300).optional(),
});
