import { dayOf, verifySeals, type SealFinding } from '@sluice/ledger';
import type { z } from 'zod';
import { createAudit, type Audited } from '../audit/audit.ts';
import { daysOf } from '../audit/audited.ts';
import type { AuditFinding } from '../audit/restores.ts';

import type { Command } from '../command.ts';
import { createHistory } from '../system/history.ts';
import { counted, printable } from '@sluice/mail/words';
import type { Services } from '../io/services.ts';
import type { rangeSchema } from './options.ts';
import { timesOf } from '../io/since.ts';

type AuditVerifyOptions = z.infer<typeof rangeSchema>;

interface Verified extends Audited {
  readonly ok: boolean;
  readonly seals: number;
  /** The lists by the hour of the days after it. */
  readonly lists: number;
  /** The last sealed day. */
  readonly sealedUntil: string | null;
}

/** Verifies every seal with its runs, then every run that is not sealed yet, with the migration that started it. */
async function auditVerify(options: AuditVerifyOptions, services: Services): Promise<Verified> {
  const history = createHistory(services);
  const times = timesOf(options, services);
  const days = daysOf(times);
  const { seals, noted, lists } = await history.seals(days);
  const dayBefore = seals[0]?.previous?.day;
  const [before] =
    dayBefore === undefined ? [] : (await history.seals({ from: dayBefore, to: dayBefore })).seals;
  const audit = createAudit(history, services);
  for (const [index, seal] of seals.entries()) {
    services.voice.progress({ label: 'verifying seals', part: index / seals.length, detail: seal.day });
    await audit.seal(seal);
  }
  for (const list of lists) await audit.list(list);
  services.voice.endProgress();
  let oldest: string | undefined;
  for await (const { runs, unreadable } of history.runPages(times)) {
    oldest = runs.at(-1)?.startedAt ?? oldest;
    for (const runId of unreadable) await audit.run(runId);
    for (const { runId } of runs) await audit.run(runId);
  }
  const { findings, ...totals } = audit.result();
  const sealedUntil = seals.at(-1)?.day ?? null;
  const due = { ...days, oldest: oldest && dayOf(oldest), sealedUntil, now: services.now() };
  const all = [...verifySeals(seals, { before, notes: noted }), ...overdue(due), ...findings];
  return {
    ok: all.length === 0,
    ...totals,
    seals: seals.length,
    lists: lists.length,
    sealedUntil,
    findings: all,
  };
}

/** A day is sealed within hours of its end. */
const overdueAfterMs = 2 * 86_400_000;

interface SealsDue {
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The day on which the oldest listed run began. */
  readonly oldest: string | undefined;
  readonly sealedUntil: string | null;
  readonly now: Date;
}

/** A finding if the newest seal that must exist by now does not: it was never made, or it was removed. */
function overdue({ from = '', to, oldest, sealedUntil, now }: SealsDue): SealFinding[] {
  const due = dayOf(new Date(now.getTime() - overdueAfterMs).toISOString());
  const isInRange = from <= due && (to === undefined || to > due);
  const isSealed = sealedUntil === null ? oldest === undefined || oldest > due : sealedUntil >= due;
  if (!isInRange || isSealed) return [];
  const found = sealedUntil === null ? 'no seal at all' : `none after ${sealedUntil}`;
  return [{ seal: due, expected: 'a seal of this day, which ended more than a day ago', found }];
}

function verifiedText({ findings, ...verified }: Verified): string {
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

export const command: Command<AuditVerifyOptions, Verified> = {
  run: auditVerify,
  text: verifiedText,
  exit: ({ ok }) => (ok ? 'ok' : 'failed'),
};
