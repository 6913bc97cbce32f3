import { counted, printable } from '@sluice/mail/words';
import type { AuditFinding } from './restores.ts';
import type { Verified } from './verify-history.ts';

/** What an audit found, in lines. */
export function verifiedText({ findings, ...verified }: Verified): string {
  const { runs, migrations, events, seals, lists, sealedUntil } = verified;
  const totals = [
    [runs, 'run'],
    ...(migrations > 0 ? [[migrations, 'migration'] as const] : []),
    [events, 'event'],
    [seals, 'seal'],
    ...(lists > 0 ? [[lists, 'hourly list'] as const] : []),
  ] as const;
  const checked = totals.map(([n, what]) => counted(n, what)).join(', ');
  const until = sealedUntil === null ? 'nothing is sealed yet' : `everything up to ${sealedUntil} is sealed`;
  const notChecked = notCheckedText(verified);
  if (findings.length === 0) return [`Nothing was altered: ${checked}; ${until}.`, ...notChecked].join('\n');
  const lost = findings.filter((one) => one.lost !== undefined);
  const altered = findings.filter((one) => one.lost === undefined);
  return [
    ...listed(
      `LOST, because the history was restored from a backup, in ${counted(lost.length, 'place')}`,
      lost,
    ),
    ...listed(`TAMPERING FOUND in ${counted(altered.length, 'place')}`, altered),
    ...(altered.length === 0 ? ['Nothing else was altered.'] : []),
    `Checked: ${checked}; ${until}.`,
    ...notChecked,
  ].join('\n');
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
  const { seal, subject, event, field, expected, found } = one;
  const places = [
    'runId' in one ? `run ${one.runId}` : '',
    subject ?? '',
    event === undefined ? '' : `event ${event}`,
    field === undefined ? '' : `field ${field}`,
    seal === undefined ? '' : `seal of ${seal}`,
  ];
  return `${places.filter((place) => place !== '').join(', ')}: expected ${expected}; found ${found}`;
}
