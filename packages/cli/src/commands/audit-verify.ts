import { dayOf, verifySeals, type Finding, type SealFinding } from '@sluice/ledger';
import { createAudit } from '../audit.ts';
import { printable } from '../columns.ts';
import type { Command } from '../command.ts';
import { createHistory } from '../history.ts';
import { numberText } from '../run-text.ts';
import type { Services } from '../services.ts';
import { timesOf } from './runs.ts';

export interface AuditVerifyOptions {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface Verified {
  readonly ok: boolean;
  readonly runs: number;
  readonly events: number;
  /** Events that an earlier version wrote without a hash: only their numbers are held. */
  readonly withoutHash: number;
  readonly seals: number;
  /** The last day that is sealed. */
  readonly sealedUntil: string | null;
  readonly findings: readonly (Finding | SealFinding)[];
}

/** Looks at every seal, every run that one of them tells of, and every run that no seal tells of yet, with the migration that began it. */
export async function auditVerify(options: AuditVerifyOptions, services: Services): Promise<Verified> {
  const history = createHistory(services);
  const times = timesOf({ since: options.from, until: options.to }, services);
  const days = { from: times.since && dayOf(times.since), to: times.until && dayOf(times.until) };
  const seals = await history.seals(days);
  const audit = createAudit(history);
  for (const [index, seal] of seals.entries()) {
    services.voice.progress({ label: 'verifying seals', part: index / seals.length, detail: seal.day });
    await audit.seal(seal);
  }
  services.voice.endProgress();
  for await (const { runs, unreadable } of history.runPages(times)) {
    for (const runId of unreadable) await audit.run(runId);
    for (const { runId, migration } of runs) {
      await audit.run(runId);
      if (migration !== undefined) await audit.run(migration.migrationId);
    }
  }
  const { findings, ...counted } = audit.result();
  const all = [...verifySeals(seals), ...findings];
  const sealedUntil = seals.at(-1)?.day ?? null;
  return { ok: all.length === 0, ...counted, seals: seals.length, sealedUntil, findings: all };
}

export function verifiedText({ findings, ...verified }: Verified): string {
  const { runs, events, withoutHash, seals, sealedUntil } = verified;
  const looked = `${numberText(runs)} runs, ${numberText(events)} events, ${numberText(seals)} seals`;
  const until = sealedUntil === null ? 'nothing is sealed yet' : `sealed up to ${sealedUntil}`;
  const bare =
    withoutHash === 0
      ? []
      : [
          `${numberText(withoutHash)} events of an earlier version have no hash: only that none is missing is known.`,
        ];
  if (findings.length === 0) return [`Nothing was altered: ${looked}; ${until}.`, ...bare].join('\n');
  return [
    `NOT AS IT WAS WRITTEN, in ${numberText(findings.length)} places (${looked}; ${until}):`,
    ...findings.map((one) => `  ${printable(findingText(one))}`),
    ...bare,
  ].join('\n');
}

function findingText(one: Finding | SealFinding): string {
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
  json: (verified) => verified,
  exit: ({ ok }) => (ok ? 'ok' : 'failed'),
};
