import type { Sample } from './sample.ts';
import type { Proposal } from './settle.ts';

interface Request extends Sample {
  readonly base?: object | undefined;
}

const why = 'rows in which it is blank are left out, since no record is found without it';

/**
 * Leaves out the rows that lack the lookup, as contacts without an e-mail address do, if others have it. A profile that there is
 * decides that itself.
 */
export function withoutBlankLookups(proposal: Proposal, { header, rows, base }: Request): Proposal {
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
