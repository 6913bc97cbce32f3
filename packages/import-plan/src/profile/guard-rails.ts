import { reasonOf, type Reason } from '@sluice/contract';
import { z } from 'zod';

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

/** Why a run needs approval; none if it does not. Pure. */
export function approvalReasons(
  { approval, guardRails, stackGuardRails = {} }: ApprovalRule,
  rows: PreviewedRows,
): Reason[] {
  return [
    ...(approval === 'ask' ? [reasonOf('approval_required')] : []),
    ...reasonsBeyond(guardRails, rows, 'the profile allows'),
    ...reasonsBeyond(stackGuardRails, rows, "the stack's settings allow"),
  ];
}

function reasonsBeyond(rails: GuardRails, rows: PreviewedRows, whoAllows: string): Reason[] {
  const read = rows.read - rows.filtered;
  const changed = rows.updated + rows.landed;
  const invalid = rows.failed + rows.notAttempted;
  const counted = [
    [rails.mostInvalid, invalid, 'too_many_wrong'],
    [rails.mostChanged, changed, 'too_many_changed'],
    [rails.mostDeleted, rows.deleted, 'too_many_deleted'],
    [rails.mostWarned, rows.warned, 'too_many_warned'],
  ] as const;
  return counted.flatMap(([most, count, code]) => {
    if (most === undefined || count <= rowsOf(most, read)) return [];
    const [n, all] = [count.toLocaleString('en-US'), read.toLocaleString('en-US')];
    const allowed =
      most === 0 ? 'none' : `only ${typeof most === 'number' ? most.toLocaleString('en-US') : most}`;
    const beyond = `${n} of ${all} ${read === 1 ? 'row' : 'rows'}`;
    return [reasonOf(code, { rows: beyond, most: `${whoAllows} ${allowed}` })];
  });
}

/** A share of the rows may be a fraction. */
function rowsOf(most: number | string, of: number): number {
  return typeof most === 'number' ? most : (Number.parseFloat(most) * of) / 100;
}
