import { suites } from './cases/index.ts';
import { demandOf, type Case, type Demand } from './case.ts';
import { Lacking } from './given.ts';
import type { Caller } from './caller.ts';

export interface Result {
  readonly held: Case;
  readonly end: 'holds' | 'fails' | 'skipped';
  readonly reason: string;
}

export interface Suite {
  readonly subject: string;
  readonly cases: readonly Case[];
}

/** Those whose subject, rule or title holds the words, and that the interface alone demands if only these are wanted. */
export function chosen(only: string, interfaceOnly = false): Suite[] {
  return Object.entries(suites)
    .map(([subject, cases]) => ({
      subject,
      cases: cases.filter(({ rule, title }) => `${subject} ${rule} ${title}`.toLowerCase().includes(only)),
    }))
    .map(({ subject, cases }) => ({
      subject,
      cases: cases.filter((one) => !interfaceOnly || demandOf(one) === 'interface'),
    }))
    .filter(({ cases }) => cases.length > 0);
}

export async function tryCase(held: Case, site: Caller): Promise<Result> {
  try {
    await held.run(site);
    return { held, end: 'holds', reason: '' };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { held, end: thrown instanceof Lacking ? 'skipped' : 'fails', reason };
  }
}

const atOnce = 4;

/** All cases of a suite, a few at a time, in the order in which they are written. */
export async function trySuite({ cases }: Suite, site: Caller): Promise<Result[]> {
  const results: Result[] = [];
  const sites: Readonly<Record<Demand, Caller>> = { interface: site.byInterface(), ours: site };
  const queue = cases.entries();
  const worker = async (): Promise<void> => {
    for (const [at, held] of queue) results[at] = await tryCase(held, sites[demandOf(held)]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

const width = 22;
const marks = { holds: 'ok  ', fails: 'FAIL', skipped: 'skip' } as const;

export function resultLines({ held: { rule, title }, end, reason }: Result): string {
  const line = `  ${marks[end]}  ${rule.padEnd(width)}  ${title}`;
  if (end === 'holds') return line;
  const details = reason.split('\n').map((words) => `        ${words}`);
  return [line, ...details].join('\n');
}

export const caseLine = ({ rule, title }: Case): string => `  ${rule.padEnd(width)}  ${title}`;

/** A line for what the interface demands, and one for what our decisions add. */
export const sumLines = (results: readonly Result[]): string =>
  (['interface', 'ours'] as const)
    .flatMap((demand) => {
      const of = results.filter(({ held }) => demandOf(held) === demand);
      return of.length === 0 ? [] : [`${demands[demand]}: ${sumOf(of)}`];
    })
    .join('\n');

const demands: Readonly<Record<Demand, string>> = {
  interface: 'demanded by the interface',
  ours: 'decided by us',
};

function sumOf(results: readonly Result[]): string {
  const count = (end: Result['end']): number => results.filter((result) => result.end === end).length;
  const skipped = count('skipped');
  const sum = `${results.length} cases: ${count('holds')} hold, ${count('fails')} fail`;
  return skipped === 0 ? `${sum}.` : `${sum}, ${skipped} could not be tried.`;
}
