import { verifyChain, verifyEnd, type ChainFinding, type ChainHead } from '@sluice/aws-kit/hash-chain';
import { auditHash, readEvent, type AuditEvent } from './audit-event.ts';
import { auditKey, type StoredEvent } from './audit-log.ts';

/** Something that was altered, or is missing. */
export type AuditFinding = Omit<ChainFinding, 'event'> & {
  /** The number of the event, or the key of an object that is no event. */
  readonly event: number | string;
};

export interface VerifiedAudit {
  readonly events: readonly AuditEvent[];
  readonly findings: readonly AuditFinding[];
  /** Requests without an end: they are under way, or the function died. */
  readonly unfinished: readonly number[];
}

/** Checks the audit log of the service against itself and the head in the table. Pure. */
export function verifyAudit(stored: readonly StoredEvent[], head: ChainHead | undefined): VerifiedAudit {
  const byKey = Map.groupBy(stored, ({ key }) => key);
  const events: AuditEvent[] = [];
  const findings: AuditFinding[] = [];
  for (const [key, versions] of byKey) {
    const name = /\/(\d{1,15})\.json$/u.exec(key)?.[1];
    const event = name === undefined ? key : Number(name);
    const wrong = (expected: string, found: string) => findings.push({ event, expected, found });
    if (versions.length > 1) wrong('one version', `${versions.length}`);
    if (versions.some(({ text }) => text === undefined)) wrong('an object that nobody deleted', 'a deletion');
    const read = versions.flatMap(({ text }) => (text === undefined ? [] : (readEvent(text) ?? [])));
    if (read.length === 0) wrong('an event', 'something else');
    if (read.some(({ version }) => auditKey(version) !== key)) wrong(`the event of ${key}`, 'another one');
    events.push(...read);
  }
  events.sort((a, b) => a.version - b.version);
  findings.push(
    ...verifyChain(events, { hashOf: auditHash }),
    ...verifyHead(events, head),
    ...verifyEnds(events),
  );
  const ended = new Set(events.map(({ data }) => data['requested']));
  const unfinished = events.flatMap(({ type, version }) =>
    type === 'requested' && !ended.has(version) ? [version] : [],
  );
  return { events, findings, unfinished };
}

/** An event is stored before the head moves to it, so there may be newer ones. */
function verifyHead(events: readonly AuditEvent[], head: ChainHead | undefined): AuditFinding[] {
  const last = events.at(-1);
  if (!head)
    return last ? [{ event: last.version, expected: 'a head of the log in the table', found: 'none' }] : [];
  return verifyEnd(
    events.findLast(({ version }) => version <= head.version),
    head,
  );
}

/** Each end belongs to an earlier request. */
function verifyEnds(events: readonly AuditEvent[]): AuditFinding[] {
  const requests = new Map(events.flatMap((one) => (one.type === 'requested' ? [[one.version, one]] : [])));
  return events.flatMap(({ type, version, requestId, data }) => {
    const request = requests.get(Number(data['requested']));
    if (
      type === 'requested' ||
      type === 'wrote' ||
      type === 'erased' ||
      (request?.requestId === requestId && request.version < version)
    )
      return [];
    return [{ event: version, expected: 'the end of an earlier request', found: 'none of its request' }];
  });
}
