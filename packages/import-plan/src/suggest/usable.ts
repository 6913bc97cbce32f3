import { matchColumns } from '../columns/match-columns.ts';
import { PlanError } from '../plan-error.ts';
import { parseProfile } from '../profile/profile.ts';
import { resolveSettings } from '../profile/settings.ts';
import type { Proposal } from './settle.ts';

/** A column that only its cells show may be of a sheet without a header. */
const leastScore = 0.5;

/** Whether the sheet would be read with this profile, and the name of a column shows that it has a header. */
export function isUsable({ profile, choices }: Proposal, header: readonly string[]): boolean {
  if (!choices.some(({ field, score }) => field !== undefined && score >= leastScore)) return false;
  const parsed = parseProfile('proposed', JSON.stringify(profile));
  if (parsed.kind === 'refused') return false;
  const place = { kind: 'profile', profile: 'proposed', fileName: '' } as const;
  const resolved = resolveSettings(place, parsed.profile);
  if (resolved.kind === 'refused') return false;
  try {
    matchColumns(header, resolved.settings);
    return true;
  } catch (error) {
    if (error instanceof PlanError) return false;
    throw error;
  }
}
