import { counted, printable } from '@sluice/contract/words';
import type { AuditFinding } from './restores.ts';
import type { Verified } from './verify-history.ts';

type Found = Omit<Verified, 'days'>;

/** What an audit found, in lines. */
export function verifiedText(verified: Found): string {
  const { lost, altered } = foundIn(verified);
  return [
    ...listed(lostTitle(lost), lost),
    ...listed(alteredTitle(altered), altered),
    ...checkedText(verified),
  ].join('\n');
}

/** The same without the places, which are shown elsewhere. */
export function verifiedInBrief(verified: Found): string {
  const { lost, altered } = foundIn(verified);
  return [
    ...(lost.length > 0 ? [`${lostTitle(lost)}.`] : []),
    ...(altered.length > 0 ? [`${alteredTitle(altered)}.`] : []),
    ...checkedText(verified),
  ].join('\n');
}

const foundIn = ({ findings }: Found) => ({
  lost: findings.filter((one) => one.lost !== undefined),
  altered: findings.filter((one) => one.lost === undefined),
});

const lostTitle = ({ length }: readonly unknown[]): string =>
  `LOST, because the history was restored from a backup, in ${counted(length, 'place')}`;
const alteredTitle = ({ length }: readonly unknown[]): string =>
  `TAMPERING FOUND in ${counted(length, 'place')}`;

/** What was read, and whether nothing else was altered. */
function checkedText(verified: Found): string[] {
  const { findings, runs, migrations, uploads, events, seals, lists, sealedUntil } = verified;
  const totals = [
    [runs, 'run'],
    ...(migrations > 0 ? [[migrations, 'migration'] as const] : []),
    ...(uploads > 0 ? [[uploads, 'upload'] as const] : []),
    [events, 'event'],
    [seals, 'seal'],
    ...(lists > 0 ? [[lists, 'hourly list'] as const] : []),
  ] as const;
  const checked = totals.map(([n, what]) => counted(n, what)).join(', ');
  const until = sealedUntil === null ? 'nothing is sealed yet' : `everything up to ${sealedUntil} is sealed`;
  const notChecked = [...valuesText(verified), ...notCheckedText(verified)];
  if (findings.length === 0) return [`Nothing was altered: ${checked}; ${until}.`, ...notChecked];
  const isAltered = findings.some((one) => one.lost === undefined);
  return [
    ...(isAltered ? [] : ['Nothing else was altered.']),
    `Checked: ${checked}; ${until}.`,
    ...notChecked,
  ];
}

/** A line about the values of imports, where the history has hashes of some. */
function valuesText({ values: { covered, gone, notChecked, erasedRows } }: Found): string[] {
  if (covered + gone + notChecked === 0) return [];
  const parts = [
    `${counted(covered, 'import')} as the history has them`,
    ...(erasedRows > 0 ? [`${counted(erasedRows, 'row')} erased`] : []),
    ...(gone > 0 ? [`${counted(gone, 'import')} no longer stored`] : []),
    ...(notChecked > 0 ? [`${counted(notChecked, 'import')} not checked`] : []),
  ];
  return [`Values: ${parts.join(', ')}.`];
}

/** A line about the runs that were verified only in part. */
function notCheckedText({ underWay }: Pick<Verified, 'underWay'>): string[] {
  if (underWay === 0) return [];
  return [
    `${counted(underWay, 'run')} could be verified only in part, because ${underWay === 1 ? 'it is' : 'they are'} still running. Verify again later.`,
  ];
}

function listed(title: string, findings: readonly AuditFinding[]): string[] {
  return findings.length === 0
    ? []
    : [`${title}:`, ...findings.map((one) => `  ${printable(findingText(one))}`)];
}

function findingText(one: AuditFinding): string {
  const run = 'runId' in one ? [`run ${one.runId}`] : [];
  return `${[...run, ...placesOf(one)].join(', ')}: expected ${one.expected}; found ${one.found}`;
}

/** Where in its run, or beside the runs, from the largest place to the smallest. */
export function placesOf({ seal, subject, event, field }: AuditFinding): string[] {
  const places = [
    subject ?? '',
    event === undefined ? '' : `event ${event}`,
    field === undefined ? '' : `field ${field}`,
    seal === undefined ? '' : `seal of ${seal}`,
  ];
  return places.filter((place) => place !== '');
}
