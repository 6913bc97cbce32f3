import { parseJson } from '@sluice/contract';
import { canonicalJson, formerJson, sha256, type ChainHead } from '@sluice/aws-kit/hash-chain';
import * as z from 'zod';

/**
 * One event of the service's audit log, which is one chain. An act of the panel has two events: `requested` is stored before the
 * act, and its end after it. A call that wrote records and was no import has one more: `wrote`. An erase has one before it rewrites the
 * rows of an import or a call: `erased`.
 */
const auditEventSchema = z.strictObject({
  /** The number of the event, from 1. */
  version: z.int().positive(),
  at: z.string(),
  requestId: z.string(),
  type: z.enum(['requested', 'done', 'refused', 'failed', 'wrote', 'erased']),
  operation: z.string(),
  /** The principal by IAM; `local` on one machine. */
  by: z.string(),
  /** The IP address of the caller. */
  from: z.string(),
  /** Without secrets: `input` and `before` of a request; `after`, or `code` and `message`, of what became of it; `wrote` in `webhooks/chain-call.ts`, `erased` in `erasures.ts`. */
  data: z.record(z.string(), z.unknown()),
  /** How its hash is made: 2 is RFC 8785. Events of earlier releases have none. */
  form: z.literal(2).optional(),
  /** The hash of the event before; absent in the first. */
  prev: z.string().optional(),
  /** The hash of the fields above. */
  hash: z.string(),
});
export type AuditEvent = Readonly<z.infer<typeof auditEventSchema>>;
export type AuditLine = Omit<AuditEvent, 'version' | 'form' | 'prev' | 'hash'>;

export const auditHash = ({ hash: _, ...line }: AuditEvent): string =>
  sha256(line.form === undefined ? formerJson({ ...line, prev: line.prev ?? null }) : canonicalJson(line));

/** The event that follows the head. */
export function nextEvent(line: AuditLine, head: ChainHead | undefined): AuditEvent {
  const tied = {
    ...line,
    form: 2 as const,
    version: (head?.version ?? 0) + 1,
    ...(head && { prev: head.hash ?? '' }),
    hash: '',
  };
  return { ...tied, hash: auditHash(tied) };
}

/** Undefined if the text is no event. */
export function readEvent(text: string): AuditEvent | undefined {
  return auditEventSchema.safeParse(parseJson(text)).data;
}
