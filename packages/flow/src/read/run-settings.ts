import { sha256 } from '@sluice/aws-kit/hash-chain';
import {
  approvalRuleSchema,
  readInboxKey,
  readProfile,
  resolveSettings,
  sheetOptionsOf,
  type ApprovalRule,
  type InboxPlace,
  type Profile,
  type Resolved,
  type Settings,
} from '@sluice/import-plan';
import { jsonOf } from '@sluice/aws-kit/handlers';
import type { Run } from '@sluice/ledger';
import type { SheetOptions } from '@sluice/sheets';
import type { Files } from '../ports.ts';
import { runKeys } from '../run-objects.ts';
import { currentText, type CurrentText } from './current-text.ts';
import type { Why } from '../run-reason.ts';

export type FoundSettings =
  | {
      readonly kind: 'settings';
      readonly settings: Settings;
      readonly profileSha256?: string | undefined;
      /** The version of its object, unless an earlier start that crashed has read it. */
      readonly profileVersionId?: string | undefined;
    }
  | { readonly kind: 'refused'; readonly why: Why };

export interface SettingsServices {
  readonly drops: Pick<Files, 'get' | 'about' | 'stream'>;
  readonly files: Pick<Files, 'get' | 'putOnce'>;
}

/** What determines the settings: the place in the inbox, or the step of the migration that began the run. */
type Placed = Pick<Run, 'runId' | 'key' | 'migration' | 'sheetName'>;

function placeOf({ key, migration }: Placed): InboxPlace {
  if (migration === undefined) return readInboxKey(key);
  const { profile, schema = '', lookup = '' } = migration;
  const [fileName = '', folder] = key.split('/').toReversed();
  if (profile !== undefined) return { kind: 'profile', profile, fileName, folder };
  return { kind: 'direct', schema, lookup, fileName };
}

/** The settings of a run, from its place and the profile that the place names. */
export async function settingsOf(run: Run, services: SettingsServices): Promise<FoundSettings> {
  const found = await settingsOfPlace(run, services);
  const sheetName = run.migration?.sheet ?? run.sheetName;
  if (found.kind === 'refused' || sheetName === undefined) return found;
  const { settings } = found;
  return { ...found, settings: { ...settings, reading: { ...settings.reading, sheetName } } };
}

async function settingsOfPlace(run: Run, services: SettingsServices): Promise<FoundSettings> {
  const { runId } = run;
  const place = placeOf(run);
  if (place.kind !== 'profile') return foundIn(resolveSettings(place));
  const profile = await profileOf(runId, place.profile, services);
  if (profile === undefined) return foundIn(resolveSettings(place));
  const { text, versionId: profileVersionId } = profile;
  const parsed = await readProfile(place.profile, text);
  if (parsed.kind === 'refused') return foundIn(parsed);
  const profileSha256 = sha256(text);
  const found = foundIn(resolveSettings(place, parsed.profile));
  return found.kind === 'refused' ? found : { ...found, profileSha256, profileVersionId };
}

function foundIn(resolved: Resolved): FoundSettings {
  if (resolved.kind === 'settings') return resolved;
  return { kind: 'refused', why: { reason: resolved.reason, reasonCodes: [resolved.code] } };
}

export const profileKey = (name: string): string => `profiles/${name}.json`;

/** The profile as the run first found it: a change meanwhile applies to the next drop, not to half of this one. */
async function profileOf(
  runId: string,
  name: string,
  { drops, files }: SettingsServices,
): Promise<CurrentText | undefined> {
  const kept = await files.get(runKeys.profile(runId));
  if (kept !== undefined) return { text: kept };
  const current = await currentText(profileKey(name), drops);
  if (current === undefined) return undefined;
  const text = await files.putOnce(runKeys.profile(runId), current.text);
  return text === current.text ? current : { text };
}

/** The profile as the run first found it. Undefined for a run without one. */
async function keptProfile(run: Placed, files: Pick<Files, 'get'>): Promise<Profile | undefined> {
  const place = placeOf(run);
  const text = place.kind === 'profile' ? await files.get(runKeys.profile(run.runId)) : undefined;
  const parsed =
    place.kind === 'profile' && text !== undefined ? await readProfile(place.profile, text) : undefined;
  return parsed?.kind === 'profile' ? parsed.profile : undefined;
}

/** Keeps the rule by which a run is approved: a change of the settings meanwhile applies to the next drop. */
export async function keepApprovalRule(
  runId: string,
  rule: ApprovalRule,
  files: Pick<Files, 'putOnce'>,
): Promise<ApprovalRule> {
  return ruleIn(await files.putOnce(runKeys.approvalRule(runId), JSON.stringify(rule)));
}

/** Whether a person must approve what the run would write. If the rule that was kept is gone, one must. */
export async function approvalRuleOf(
  { runId }: Pick<Run, 'runId'>,
  files: Pick<Files, 'get'>,
): Promise<ApprovalRule> {
  return ruleIn(await files.get(runKeys.approvalRule(runId)));
}

function ruleIn(text = ''): ApprovalRule {
  const { success, data } = approvalRuleSchema.safeParse(jsonOf(text));
  return success ? data : { approval: 'ask', guardRails: {}, secondPerson: true };
}

/** How the file of a run was read, to read it once more in the same way. */
export async function readingOf(run: Placed, files: Pick<Files, 'get'>): Promise<SheetOptions> {
  const found = resolveSettings(placeOf(run), await keptProfile(run, files));
  const reading = found.kind === 'settings' ? sheetOptionsOf(found.settings) : {};
  const sheetName = run.migration?.sheet ?? run.sheetName;
  return sheetName === undefined ? reading : { ...reading, sheetName };
}
