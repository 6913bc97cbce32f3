import { importableSchemas } from '@sluice/contract';
import { readProfile, resolveSettings, type Resolved } from '@sluice/import-plan';
import { isKnownName, propose, sampleOf, type Proposal } from '@sluice/import-plan/suggest';
import { openSheet, type SheetSource } from '@sluice/sheets';
import { refusalOf, understand, type Reading } from './check.ts';
import type { ColumnSample, Place, Proposed, Understood } from './messages.ts';

/** What a file in this place is read by. A profile of a proposal has no name yet. */
export async function settingsOf(place: Place, fileName: string): Promise<Resolved> {
  if (place.kind === 'direct') return resolveSettings({ ...place, fileName });
  const { name, text } = place;
  const read = await readProfile(name, text);
  return read.kind === 'refused'
    ? read
    : resolveSettings({ kind: 'profile', profile: name, fileName }, read.profile);
}

/** As many rows show what is in a column. */
const shownRows = 20;

interface Look {
  readonly sample: ColumnSample;
  /** Undefined if no column can find records. */
  readonly proposed: Proposed | undefined;
  /** As the file is read where no profile is needed. */
  readonly understood?: Understood | undefined;
}

/** The columns of the sheet, and the profile for them. @throws SheetError */
export async function proposedFor(
  source: SheetSource,
  { place, sheetName }: { readonly place?: Place | undefined; readonly sheetName?: string | undefined },
): Promise<Look> {
  const named = sheetName === undefined ? {} : { sheetName };
  const sample = await sampleOf((headerRow) =>
    openSheet(source, { ...named, ...(headerRow === undefined ? { knows: isKnownName } : { headerRow }) }),
  );
  const shown = { header: sample.header, rows: sample.rows.slice(0, shownRows) };
  const base = place?.kind === 'profile' ? parsed(place.text) : undefined;
  const proposal = propose({ ...sample, ...(base && { base }) }, importableSchemas);
  if (proposal === undefined) return { proposed: undefined, sample: shown };
  const { profile, layout, choices } = proposal;
  const direct = { kind: 'direct', schema: String(profile.schema), lookup: String(profile.lookup) } as const;
  const understood = await understoodDirectly(direct, choices, { source, sheetName });
  const proposed = {
    text: JSON.stringify(profile, null, 2),
    layout,
    schema: direct.schema,
    lookup: direct.lookup,
    choices,
    certain: choices.every(({ field, score }) => field !== undefined && score === 1),
    direct: understood !== undefined,
  };
  return { sample: shown, proposed, understood };
}

/** How the file is read without a profile, if the names of its columns lead to the same fields. */
async function understoodDirectly(
  place: Place,
  choices: Proposal['choices'],
  file: Pick<Reading, 'source' | 'sheetName'>,
): Promise<Understood | undefined> {
  const resolved = await settingsOf(place, '');
  if (resolved.kind === 'refused') return undefined;
  try {
    const understood = await understand({ ...file, settings: resolved.settings });
    const [found, proposed] = [understood.columns, choices].map((all) =>
      all.map(({ field }) => field ?? '').sort(),
    );
    return JSON.stringify(found) === JSON.stringify(proposed) ? understood : undefined;
  } catch (error) {
    if (refusalOf(error) === undefined) throw error;
    return undefined;
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? { ...json } : undefined;
  } catch {
    return undefined;
  }
}
