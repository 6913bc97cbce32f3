import { requestOf } from '@sluice/flow/act/request-of';
import { isAlike, schemaNames, whyNotPlain } from '@sluice/contract';
import { readInboxKey, settingsOfProfile } from '@sluice/import-plan';
import {
  failure,
  jsonOf,
  log,
  pathOf,
  success,
  type HttpRequest,
  type HttpResponse,
} from '@sluice/aws-kit/handlers';
import type * as z from 'zod';
import { personMetadata, personOf } from '../person-of.ts';
import { routeOf } from '../route-of.ts';
import {
  profileToSaveSchema,
  type profileListSchema,
  type profileSavedSchema,
  type profileVersionSchema,
  type profileVersionsSchema,
  type savedProfileSchema,
} from '../shapes.ts';

export interface ProfileToSave {
  readonly name: string;
  readonly text: string;
  readonly etag: string | undefined;
  /** Who saves it, for the metadata of the object. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** The profiles of the inbox, by name. */
export interface Profiles {
  list(): Promise<z.infer<typeof profileListSchema>>;
  read(name: string): Promise<{ readonly text: string; readonly etag: string } | undefined>;
  /** The newest first. */
  versions(name: string): Promise<z.infer<typeof profileVersionsSchema>>;
  /** The text of a version; undefined if there is none of this id. */
  version(name: string, versionId: string): Promise<string | undefined>;
  /** @returns its new etag; undefined if it is no longer what has this etag, or without one if there is a profile already */
  save(profile: ProfileToSave): Promise<string | undefined>;
}

export interface SaveProfileServices {
  readonly profiles: Profiles;
}

/** Lists, reads and saves the settings of folders, and reads their older versions. */
export async function saveProfile(
  request: HttpRequest,
  { profiles }: SaveProfileServices,
): Promise<HttpResponse> {
  const [, name = '', , versionId = ''] = pathOf(request.path);
  switch (routeOf(request)) {
    case 'profiles':
      return success(await profiles.list());
    case 'profile':
      return read(name, profiles);
    case 'profileVersions':
      return success(isNameOfFolder(name) ? await profiles.versions(name) : []);
    case 'profileVersion':
      return readVersion(name, versionId, profiles);
    case 'saveProfile':
      return save(name, request, profiles);
    default:
      return failure(
        404,
        'not_found',
        'Expected one of: /profiles, /profiles/{name}, and below it /versions.',
      );
  }
}

async function read(name: string, profiles: Profiles): Promise<HttpResponse> {
  const found = isNameOfFolder(name) ? await profiles.read(name) : undefined;
  if (found === undefined) return failure(404, 'not_found', 'There is no profile of this name.');
  return success(found satisfies z.input<typeof savedProfileSchema>);
}

async function readVersion(name: string, versionId: string, profiles: Profiles): Promise<HttpResponse> {
  const text = isNameOfFolder(name) ? await profiles.version(name, versionId) : undefined;
  if (text === undefined) return failure(404, 'not_found', 'There is no such version of this profile.');
  return success({ text } satisfies z.input<typeof profileVersionSchema>);
}

async function save(name: string, request: HttpRequest, profiles: Profiles): Promise<HttpResponse> {
  if (!isNameOfFolder(name))
    return failure(
      400,
      'invalid_request',
      'The name of a profile is that of one folder of the inbox, and not the name of a schema.',
    );
  const parsed = requestOf(profileToSaveSchema, jsonOf(request.body));
  if ('refused' in parsed) return parsed.refused;
  const { text, etag } = parsed.data;
  const why = etag === undefined ? whyNotNew(name, await profiles.list()) : undefined;
  if (why !== undefined) return failure(400, 'invalid_request', why);
  const settings = await settingsOfProfile(name, text);
  if (settings.kind === 'refused') return failure(400, 'invalid_request', settings.reason);
  const person = personOf(request);
  const metadata = person ? personMetadata(person) : {};
  const saved = await profiles.save({ name, text, etag, metadata });
  if (saved === undefined) return failure(409, 'conflict', conflictOf(etag));
  log.info('profile_saved', { personId: person?.id });
  return success({ etag: saved } satisfies z.input<typeof profileSavedSchema>);
}

/** Why a new profile may not have this name; one that is there keeps its name. */
function whyNotNew(name: string, known: readonly { readonly name: string }[]): string | undefined {
  const why = whyNotPlain(name);
  if (why !== undefined) return `The name of a profile: ${why}.`;
  const taken = [...known.map((one) => one.name), ...schemaNames].find(
    (one) => one !== name && isAlike(one, name),
  );
  return taken && `The name of a profile: expected one that nobody can take for ${taken}.`;
}

const conflictOf = (etag: string | undefined): string =>
  etag === undefined
    ? 'There is a profile of this name already. Nothing was saved.'
    : 'Somebody has saved this profile since you opened it. Nothing was saved.';

/** A longer name has no room in a key. */
const longestName = 200;

/** Whether drops into this folder are read by the profile of the same name. */
function isNameOfFolder(name: string): boolean {
  const place = readInboxKey(`inbox/${name}/file.csv`);
  return (
    place.kind === 'profile' &&
    place.profile === name &&
    name.length <= longestName &&
    name.isWellFormed() &&
    !/^\.{1,2}$|\p{Cc}/u.test(name)
  );
}
