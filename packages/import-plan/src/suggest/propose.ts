import { foldName, importSchema, type ImportSchema } from '@sluice/contract';
import { assign, type Assigned } from './assign.ts';
import { knownByLayout, knownByProfile, layoutOf, type Known } from './known-columns.ts';
import type { Layout } from './layout.ts';
import { numberedRecords } from './numbered-records.ts';
import type { Sample } from './sample.ts';
import { settle, type Proposal } from './settle.ts';
import type { SampledColumn } from './uses.ts';
import { matchColumns } from '../columns/match-columns.ts';
import { PlanError } from '../plan-error.ts';
import { parseProfile } from '../profile/profile.ts';
import { resolveSettings } from '../profile/settings.ts';

/** Columns beyond this are no sheet of records, but one that lies on its side. */
const mostColumns = 1000;

export interface ProposalRequest extends Sample {
  readonly schema?: ImportSchema | undefined;
  readonly lookup?: string | undefined;
  /** The profile as it is, as JSON: what it states is kept. */
  readonly base?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Proposes a profile for a sheet. Nothing of it is certain: a person takes it or not. Undefined if no column can find records.
 */
export function propose(request: ProposalRequest, schemas: readonly ImportSchema[]): Proposal | undefined {
  const { base, header } = request;
  // Which record of a row would have a new column, nobody knows.
  if (header.length > mostColumns || base?.records !== undefined) return undefined;
  const layout = base === undefined ? layoutOf(header, request.schema) : undefined;
  const isUnknown = base === undefined && layout === undefined;
  const several = isUnknown ? severalIn(request, schemas) : undefined;
  if (several !== undefined) return several;
  const one = oneIn(request, layout, schemas);
  return one && withoutBlankLookups(one, request);
}

/** For a sheet with several records in a row. Each record is like the first. */
function severalIn(request: ProposalRequest, schemas: readonly ImportSchema[]): Proposal | undefined {
  const numbered = numberedRecords(request);
  const first = numbered && oneIn({ ...request, ...numbered.first }, undefined, schemas);
  return unlessUnusable(first && numbered.all(first), request.header);
}

function oneIn(
  request: ProposalRequest,
  layout: Layout | undefined,
  schemas: readonly ImportSchema[],
): Proposal | undefined {
  const { base } = request;
  const columns = sampled(request);
  const stated = importSchema(
    typeof base?.schema === 'string' ? base.schema : (layout?.profile.schema ?? ''),
  );
  const asked = request.schema ?? stated;
  const lookup = request.lookup ?? layout?.profile.lookup;
  const fits = (asked === undefined ? schemas : [asked]).map((schema) => {
    const known: Known = layout
      ? knownByLayout(layout, columns)
      : knownByProfile(base ?? {}, columns, schema);
    const assigned = assign(columns, known, { schema, lookup });
    return { schema, known, assigned, worth: worthOf(assigned, schema) };
  });
  const best = fits.toSorted((one, other) => other.worth - one.worth)[0];
  if (best === undefined) return undefined;
  const proposal = settle({ ...best, columns, layout, base, lookup, headerRow: request.headerRow });
  return unlessUnusable(proposal, request.header);
}

const unlessUnusable = (proposal: Proposal | undefined, header: readonly string[]): Proposal | undefined =>
  proposal !== undefined && isUsable(proposal, header) ? proposal : undefined;

/** How many fields the columns fill. First and last names are those of people. */
function worthOf({ mapped }: Assigned, { collection }: ImportSchema): number {
  const isPeople = mapped.some(({ field, columns }) => field === 'name' && columns.length > 1);
  return mapped.length + (isPeople && collection === 'user' ? 2 : 0);
}

/** Columns with a name of their own: one that is there twice cannot be mapped by it. */
function sampled({ header, rows }: ProposalRequest): SampledColumn[] {
  const named = Map.groupBy(header, foldName);
  return header.map((name, index) => ({
    index,
    header: name.trim(),
    cells: rows.map((cells) => cells[index] ?? ''),
    isTwice: (named.get(foldName(name))?.length ?? 0) > 1,
  }));
}

const why = 'rows in which it is blank are left out, since no record is found without it';

/**
 * Leaves out the rows that lack the lookup, as contacts without an e-mail address do, if others have it. A profile that there is
 * decides that itself.
 */
function withoutBlankLookups(proposal: Proposal, { header, rows, base }: ProposalRequest): Proposal {
  const { profile, choices } = proposal;
  const of = choices.find(({ field }) => field === profile.lookup);
  const [column = '', ...others] = of?.columns ?? [];
  const at = header.findIndex((name) => name.trim() === column);
  const areBlank = rows.map((cells) => (cells[at] ?? '').trim() === '');
  if (base !== undefined || others.length > 0 || !areBlank.includes(true) || !areBlank.includes(false))
    return proposal;
  return {
    ...proposal,
    profile: { ...profile, rows: { except: { [column]: '' } } },
    choices: choices.map((choice) => (choice === of ? { ...choice, why: `${choice.why}; ${why}` } : choice)),
  };
}

/** A column that only its cells show may be of a sheet without a header. */
const leastScore = 0.5;

/** Whether the sheet would be read with this profile, and the name of a column shows that it has a header. */
function isUsable({ profile, choices }: Proposal, header: readonly string[]): boolean {
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
