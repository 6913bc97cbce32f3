import {
  dayOf,
  sealedRunSchema,
  verifyList,
  verifyRun,
  verifySealed,
  verifySeals,
  type Finding,
  type Seal,
  type SealedRun,
  type SealFinding,
} from '@sluice/ledger';
import { printable } from '../columns.ts';
import type { Command } from '../command.ts';
import { createHistory, type History } from '../history.ts';
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

/** A run that goes on is written to between two answers: it is looked at again before anything is said of it. */
const looksAtMost = 3;

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
  for await (const { runId, migration } of history.runs(times)) {
    await audit.run(runId);
    if (migration !== undefined) await audit.run(migration.migrationId);
  }
  const { findings, ...counted } = audit.result();
  const all = [...verifySeals(seals), ...findings];
  const sealedUntil = seals.at(-1)?.day ?? null;
  return { ok: all.length === 0, ...counted, seals: seals.length, sealedUntil, findings: all };
}

function createAudit(history: Pick<History, 'chain' | 'sealedList'>) {
  const findings: (Finding | SealFinding)[] = [];
  const seen = new Set<string>();
  let [events, withoutHash] = [0, 0];

  async function look(
    runId: string,
    sealed?: { readonly run: SealedRun; readonly day: string },
  ): Promise<Finding[]> {
    const chain = await history.chain(runId);
    const lines = chain?.events ?? [];
    const isNew = !seen.has(runId);
    const found = [
      ...(sealed ? verifySealed(sealed.run, { day: sealed.day, events: lines }) : []),
      ...(chain && isNew ? verifyRun({ runId, ...chain }) : []),
    ];
    if (isNew && found.length === 0) {
      events += lines.length;
      withoutHash += lines.filter(({ hash }) => hash === undefined).length;
    }
    return chain || !sealed
      ? found
      : [{ runId, seal: sealed.day, expected: 'this run, which was sealed', found: 'no such run' }];
  }

  async function lookAgain(...asked: Parameters<typeof look>): Promise<void> {
    let found = await look(...asked);
    for (let looks = 1; found.length > 0 && looks < looksAtMost; looks += 1) found = await look(...asked);
    findings.push(...found);
    seen.add(asked[0]);
  }

  return {
    seal: async (seal: Seal): Promise<void> => {
      const list = await history.sealedList(seal.day);
      const found = verifyList(seal, list);
      findings.push(...found);
      // Lines that were not sealed say nothing of a run.
      if (found.length > 0) return;
      for (const line of list.split('\n').filter((one) => one !== '')) {
        const run = sealedRunSchema.parse(JSON.parse(line));
        await lookAgain(run.runId, { run, day: seal.day });
      }
    },
    run: async (runId: string): Promise<void> => {
      if (!seen.has(runId)) await lookAgain(runId);
    },
    result: () => ({ runs: seen.size, events, withoutHash, findings }),
  };
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
  const { seal, subject, event, expected, found } = one;
  const places = [
    'runId' in one ? `run ${one.runId}` : '',
    subject ?? '',
    event === undefined ? '' : `event ${event}`,
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
