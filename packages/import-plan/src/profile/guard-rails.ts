import { reasonOf, type Reason } from '@sluice/contract';
import * as z from 'zod';

const share = /^(?:100|\d{1,2}(?:\.\d{1,2})?) ?%$/;
const expected = 'expected a number of rows such as 50, or a share of the rows such as "5 %"';

/** A number of rows, or a share of the rows that were read and not filtered out. */
const mostSchema = z.union([z.int(expected).min(0, expected), z.string().regex(share, expected)], expected);

/** The most that a run may do without a person's approval. What is absent is not limited. */
export const guardRailsSchema = z.strictObject({
  /** Rows that are refused or could not be checked. */
  mostInvalid: mostSchema.optional(),
  /** Existing records that would be changed. */
  mostChanged: mostSchema.optional(),
  mostDeleted: mostSchema.optional(),
  /** Rows that the plan warns of. */
  mostWarned: mostSchema.optional(),
});
export type GuardRails = z.infer<typeof guardRailsSchema>;

/** When a person must approve what a run would do before anything is written, and who may. */
export const approvalRuleSchema = z.object({
  approval: z.enum(['auto', 'ask']),
  /** Of the profile. */
  guardRails: guardRailsSchema,
  /** Of the stack, where they hold for the run. */
  stackGuardRails: guardRailsSchema.optional(),
  /** Whoever approves neither dropped nor corrected the file. */
  secondPerson: z.boolean(),
});
export type ApprovalRule = Readonly<z.infer<typeof approvalRuleSchema>>;

/** What a stack sets about approval. */
export const approvalSettingsSchema = z.strictObject({
  /** Whether folders without a profile take drops. */
  dropsWithoutProfile: z.enum(['accept', 'reject']),
  /** What a run without a profile may do without approval. */
  guardRails: guardRailsSchema,
  /** Whether these guard rails hold for profiles too: a profile can then tighten them, not loosen them. */
  guardRailsForProfiles: z.boolean(),
  /** Whether every approval needs a person who neither dropped nor corrected the file. */
  secondPerson: z.boolean(),
});
export type ApprovalSettings = Readonly<z.infer<typeof approvalSettingsSchema>>;

/** The rule for a run: its profile's, if it has one, and the stack's. */
export function ruleFor(
  { profile, approvalRule }: { readonly profile?: string; readonly approvalRule: ApprovalRule },
  stack: ApprovalSettings,
): ApprovalRule {
  return {
    ...approvalRule,
    ...((profile === undefined || stack.guardRailsForProfiles) && { stackGuardRails: stack.guardRails }),
    secondPerson: approvalRule.secondPerson || stack.secondPerson,
  };
}

/** How many rows would have each outcome. */
interface PreviewedRows {
  readonly read: number;
  readonly filtered: number;
  readonly updated: number;
  readonly deleted: number;
  readonly failed: number;
  /** Good or not checked rows that are left out with their batch. */
  readonly notAttempted: number;
  /** Rows whose effect the service does not report: they may change existing records. */
  readonly landed: number;
  /** Rows that the plan warns of. */
  readonly warned: number;
}

/**
 * Whether a run under this rule may wait for a person.
 * @param sheet whether it can delete records, and of how many rows its plan warns
 */
export function mayNeedApproval(
  rule: ApprovalRule,
  sheet: { readonly deletes: boolean; readonly warned: number },
): boolean {
  const { mostDeleted, mostWarned, ...others } = { ...rule.guardRails, ...rule.stackGuardRails };
  return (
    rule.approval === 'ask' ||
    Object.keys(others).length > 0 ||
    (sheet.deletes && mostDeleted !== undefined) ||
    (sheet.warned > 0 && mostWarned !== undefined)
  );
}

/** A guard rail that a plan goes beyond. */
export interface CrossedRail {
  readonly rail: keyof GuardRails;
  readonly setBy: 'profile' | 'stack';
  /** So many of the rows that were read and not filtered out. */
  readonly rows: number;
  readonly of: number;
  /** As it is set. */
  readonly most: number | string;
  /** The same in rows. */
  readonly allowed: number;
}

/** The guard rails that these rows go beyond. Pure. */
export function railsCrossed(
  { guardRails, stackGuardRails = {} }: Pick<ApprovalRule, 'guardRails' | 'stackGuardRails'>,
  rows: PreviewedRows,
): CrossedRail[] {
  return [...beyond(guardRails, rows, 'profile'), ...beyond(stackGuardRails, rows, 'stack')];
}

function beyond(rails: GuardRails, rows: PreviewedRows, setBy: CrossedRail['setBy']): CrossedRail[] {
  const of = rows.read - rows.filtered;
  const counted = [
    ['mostInvalid', rows.failed + rows.notAttempted],
    ['mostChanged', rows.updated + rows.landed],
    ['mostDeleted', rows.deleted],
    ['mostWarned', rows.warned],
  ] as const;
  return counted.flatMap(([rail, count]) => {
    const most = rails[rail];
    if (most === undefined || count <= rowsOf(most, of)) return [];
    return [{ rail, setBy, rows: count, of, most, allowed: Math.floor(rowsOf(most, of)) }];
  });
}

/** Why a run needs approval; none if it does not. Pure. */
export function approvalReasons(rule: ApprovalRule, rows: PreviewedRows): Reason[] {
  return [
    ...(rule.approval === 'ask' ? [reasonOf('approval_required')] : []),
    ...railsCrossed(rule, rows).map(reasonBeyond),
  ];
}

const codes = {
  mostInvalid: 'too_many_wrong',
  mostChanged: 'too_many_changed',
  mostDeleted: 'too_many_deleted',
  mostWarned: 'too_many_warned',
} as const;
const whoAllows = { profile: 'the profile allows', stack: "the stack's settings allow" } as const;

function reasonBeyond({ rail, setBy, rows, of, most }: CrossedRail): Reason {
  const [n, all] = [rows.toLocaleString('en-US'), of.toLocaleString('en-US')];
  const allowed = most === 0 ? 'none' : `only ${most.toLocaleString('en-US')}`;
  return reasonOf(codes[rail], {
    rows: `${n} of ${all} ${of === 1 ? 'row' : 'rows'}`,
    most: `${whoAllows[setBy]} ${allowed}`,
  });
}

/** A share of the rows may be a fraction. */
function rowsOf(most: number | string, of: number): number {
  return typeof most === 'number' ? most : (Number.parseFloat(most) * of) / 100;
}
