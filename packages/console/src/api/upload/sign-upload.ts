import { createHash } from 'node:crypto';
import { requestOf } from '@sluice/flow/act/request-of';
import { failure, jsonOf, log, success, type HttpRequest, type HttpResponse } from '@sluice/aws-kit/handlers';
import * as z from 'zod';
import { itemKinds, type ConsoleItems } from '../items.ts';
import { personOf } from '../person-of.ts';
import { routeOf } from '../route-of.ts';
import type { ConsoleRouteName } from '../routes.ts';
import { foldersOf, whyNotInto, type DropFolders } from './drop-folders.ts';
import {
  completeUploadSchema,
  partBytes,
  resumeUploadSchema,
  uploadSchema,
  type completedUploadSchema,
  type SignedUpload,
} from '../shapes.ts';
import { metadataOf, partsOf, whyNotUpload, type Upload, type Uploader } from './pinned.ts';
import type { ArrivedPart, UploadRef, Uploads } from './uploads.ts';

export interface SignUploadServices {
  readonly uploads: Uploads;
  readonly items: ConsoleItems;
  readonly dropFolders: DropFolders;
  readonly now: () => Date;
}

/** The bucket forgets parts of an upload that nobody completes after as many days. */
const keptMs = 7 * 24 * 60 * 60_000;
/** 800 MB, which arrive before their addresses end. Further parts are asked for by resuming. */
const mostAddresses = 50;

/** An upload under way. Nobody else, and nothing else, may go on with it. */
const begunSchema = z.object({
  person: z.string(),
  /** Of everything that was asked for at its beginning, each part included. */
  asked: z.string(),
  key: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  until: z.string(),
  /** Of the object, once it is complete. */
  versionId: z.string().optional(),
});
type Begun = z.infer<typeof begunSchema>;

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
const itemKey = (uploadId: string): string => `${itemKinds.upload}${hashOf(uploadId)}`;

type Act = (body: unknown, person: Uploader, services: SignUploadServices) => Promise<HttpResponse>;
const acts: Partial<Record<ConsoleRouteName, Act>> = {
  upload: start,
  resumeUpload: resume,
  completeUpload: complete,
};

/** Signs what a browser uploads to the inbox: these bytes, under this key, by this person. */
export async function signUpload(request: HttpRequest, services: SignUploadServices): Promise<HttpResponse> {
  const name = routeOf(request);
  const [act, person] = [name && acts[name], personOf(request)];
  if (act === undefined || person === undefined)
    return failure(404, 'not_found', 'Expected one of: POST /uploads, /uploads/resume, /uploads/complete.');
  const { roles = [], groups = [] } = request;
  const folders = foldersOf({ roles, groups }, services.dropFolders);
  return act(jsonOf(request.body), { ...person, folders }, services);
}

async function start(body: unknown, person: Uploader, services: SignUploadServices): Promise<HttpResponse> {
  const parsed = requestOf(uploadSchema, body);
  if ('refused' in parsed) return parsed.refused;
  const { data: asked } = parsed;
  const why = whyNotUpload(asked);
  if (why !== undefined) return failure(400, 'invalid_request', why);
  const elsewhere = refusedInto(asked.key, person);
  if (elsewhere !== undefined) return elsewhere;
  const { uploads, items, now } = services;
  const { key, bytes, sha256, parts } = asked;
  const uploadId = await uploads.begin({ key, metadata: metadataOf(asked, person) });
  const until = new Date(now().getTime() + keptMs);
  const begun: Begun = {
    ...{ person: person.id, asked: hashOf(asked), key, bytes, sha256 },
    until: until.toISOString(),
  };
  await items.add(itemKey(uploadId), begun, until);
  log.info('upload_begun', { personId: person.id, bytes, parts: parts.length });
  return signed({ key, uploadId }, { asked, arrived: [] }, services);
}

/** With all that was asked for at the beginning, so that no part can become another one. */
async function resume(body: unknown, person: Uploader, services: SignUploadServices): Promise<HttpResponse> {
  const parsed = requestOf(resumeUploadSchema, body);
  if ('refused' in parsed) return parsed.refused;
  const { uploadId, ...asked } = parsed.data;
  const elsewhere = refusedInto(asked.key, person);
  if (elsewhere !== undefined) return elsewhere;
  const begun = await begunBy(person, uploadId, services);
  if (begun === undefined) return noUpload;
  if (begun.asked !== hashOf(asked))
    return failure(409, 'conflict', 'This upload began with another file. Begin again.');
  // Its parts are one file now; completing it again says which.
  if (begun.versionId !== undefined) return success({ uploadId, puts: [] } satisfies SignedUpload);
  const ref = { key: begun.key, uploadId };
  const arrived = await services.uploads.arrived(ref);
  return arrived === undefined ? noUpload : signed(ref, { asked, arrived }, services);
}

interface Progress {
  readonly asked: Upload;
  readonly arrived: readonly ArrivedPart[];
}

/** The next parts that have not arrived. */
async function signed(
  ref: UploadRef,
  { asked, arrived }: Progress,
  { uploads }: SignUploadServices,
): Promise<HttpResponse> {
  const there = new Set(arrived.map(({ number }) => number));
  const missing = partsOf(asked).filter(({ number }) => !there.has(number));
  const puts = missing.slice(0, mostAddresses).map(async (part) => ({
    number: part.number,
    ...(await uploads.signPart(ref, part)),
  }));
  return success({ uploadId: ref.uploadId, puts: await Promise.all(puts) } satisfies SignedUpload);
}

async function complete(
  body: unknown,
  person: Uploader,
  services: SignUploadServices,
): Promise<HttpResponse> {
  const parsed = requestOf(completeUploadSchema, body);
  if ('refused' in parsed) return parsed.refused;
  const { key, uploadId, sha256, bytes } = parsed.data;
  const elsewhere = refusedInto(key, person);
  if (elsewhere !== undefined) return elsewhere;
  const begun = await begunBy(person, uploadId, services);
  if (begun?.key !== key || begun.sha256 !== sha256 || begun.bytes !== bytes) return noUpload;
  const { uploads, items } = services;
  const done = (versionId: string) =>
    success({ bucket: uploads.bucket, key, versionId } satisfies z.input<typeof completedUploadSchema>);
  // Its answer was lost.
  if (begun.versionId !== undefined) return done(begun.versionId);
  const ref = { key, uploadId };
  const arrived = await uploads.arrived(ref);
  if (arrived === undefined) return noUpload;
  const missing = missingIn(arrived, bytes);
  if (missing.length > 0)
    return failure(409, 'conflict', `These parts have not arrived: ${missing.join(', ')}.`);
  const versionId = await uploads.complete(ref, arrived);
  await items.replace(itemKey(uploadId), { ...begun, versionId }, new Date(begun.until));
  log.info('upload_completed', { personId: person.id, bytes });
  return done(versionId);
}

/** At each step of an upload: the folders of a person may change meanwhile. */
function refusedInto(key: string, { folders }: Uploader): HttpResponse | undefined {
  const why = whyNotInto(key, folders);
  return why === undefined ? undefined : failure(403, 'forbidden', why);
}

/** The upload, if it is this person's. */
async function begunBy(
  person: Uploader,
  uploadId: string,
  { items, now }: SignUploadServices,
): Promise<Begun | undefined> {
  const begun = begunSchema.optional().parse(await items.get(itemKey(uploadId)));
  const isOpen = begun !== undefined && now().getTime() < Date.parse(begun.until);
  return isOpen && begun.person === person.id ? begun : undefined;
}

/** The numbers of parts that did not arrive whole. */
function missingIn(arrived: readonly ArrivedPart[], bytes: number): number[] {
  const there = new Map(arrived.map((part) => [part.number, part.bytes]));
  const numbers = Array.from({ length: Math.ceil(bytes / partBytes) }, (_, at) => at + 1);
  return numbers.filter(
    (number) => there.get(number) !== Math.min(partBytes, bytes - (number - 1) * partBytes),
  );
}

/** Over, begun by somebody else, or never begun: the answer does not say which. */
const noUpload = failure(404, 'not_found', 'There is no such upload, or not any more. Begin again.');
