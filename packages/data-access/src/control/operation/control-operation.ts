import { ApiError, parseInput } from '@sluice/contract';
import type { VersionedObjects } from '@sluice/aws-kit/erasure';
import type { UrlRules } from '@sluice/aws-kit/outgoing';
import type * as z from 'zod';
import type { Writing } from '../../records/fields.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../store/access.ts';
import { callWriter } from '../../store/calls.ts';
import type { RecordRef } from '../../store/record.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { recordAct, type Act } from '../audit/record-act.ts';
import type { DeliveriesQueue } from '../../webhooks/messages.ts';

export interface ControlServices extends Omit<Services, 'signingKey'> {
  readonly deliveries: DeliveriesQueue;
  readonly audit: AuditLog;
  readonly urlRules: UrlRules;
  /** What `eraseRecord` erases from. Only its own function may. */
  readonly erasable?: VersionedObjects;
  /** 256 random bits as text. */
  readonly newSecret: () => string;
}

/** What the help and the documentation show about an operation. */
export interface ControlDeclaration {
  /** One line that begins with a verb. */
  readonly does: string;
  readonly input: z.ZodObject;
}

/** One operation of the control panel. AWS or the local front checks who may call it. */
export interface ControlOperation extends ControlDeclaration {
  /** Whether the audit log has each call. */
  readonly isAct: boolean;
  readonly run: (body: unknown, services: ControlServices, act: Act) => Promise<object>;
}

interface Declared<Input, Result extends object> extends ControlDeclaration {
  readonly input: z.ZodObject & z.ZodType<Input>;
  readonly run: (input: Input, services: ControlServices, act: Act) => Promise<Result>;
  /**
   * For an act, which changes something or shows a secret: what it concerns, for the audit log. Read before the act and, with its
   * result, after it. The log leaves out secrets.
   */
  readonly concerns?: (input: Input, services: ControlServices, result?: Result) => Promise<unknown>;
}

/** Parses the input before `run` gets it. */
export const controlOperation = <Input, Result extends object>({
  does,
  input,
  run,
  concerns,
}: Declared<Input, Result>): ControlOperation => ({
  does,
  input,
  isAct: concerns !== undefined,
  run: async (body, services, act) => {
    const parsed = parseInput<z.ZodType<Input>>(input, body);
    if (!concerns) return run(parsed, services, act);
    const recorded = {
      input: parsed,
      state: (result?: Result) => concerns(parsed, services, result),
      run: () => run(parsed, services, act),
    };
    return recordAct(act, recorded, services);
  },
});

/** An operation on a site. An unknown site is not_found. */
export const siteOperation = <Input extends { readonly siteId: string }, Result extends object>({
  run,
  ...declared
}: Declared<Input, Result>) =>
  controlOperation<Input, Result>({
    ...declared,
    run: async (input, services, act) => {
      await siteOf(input, services);
      return run(input, services, act);
    },
  });

export async function siteOf(
  { siteId }: { readonly siteId: string },
  { store }: Pick<ControlServices, 'store'>,
): Promise<Site> {
  const site = await store.access.site(siteId);
  if (site) return site;
  throw new ApiError('not_found', 'siteId: expected the id of a site, as listSites answers it.');
}

/** A record as the audit log shows it. */
export async function recordState(
  { store }: Pick<ControlServices, 'store'>,
  siteId: string,
  ref: RecordRef,
): Promise<object | undefined> {
  const record = await store.records.get(siteId, ref);
  return record && { id: record.id, version: record.version, deleted: record.deleted, ...record.fields };
}

/** The writer and time of a record that the control panel writes. */
export const writingOf = ({ requestId }: Act, { now }: Pick<ControlServices, 'now'>): Writing => ({
  writer: callWriter(requestId),
  importId: null,
  date: now().toISOString(),
});
