import { reasonOf, type Reason } from '@sluice/contract';
import * as z from 'zod';

const share = /^(?:100|\d{1,2}(?:\.\d{1,2})?) ?%$/;
const expected = 'expected a number such as 50, or a share such as "5 %"';

/**
 * A number, or a share: of the rows that were read and not filtered out, or of the records that would be sent. A row may have
 * several records.
 */
const mostSchema = z.union([z.int(expected).min(0, expected), z.string().regex(share, expected)], expected);

/** The most that a run may do without a person's approval. What is absent is not limited. */
export const guardRailsSchema = z.strictObject({
  /** Rows that are refused or could not be checked. */
  mostInvalid: mostSchema.optional(),
  /** Existing records that would be changed. */
  mostChanged: mostSchema.optional(),
  /** Records that would be deleted. */
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

/** What the dry runs of a run foretell. */
interface Previewed {
  readonly rows: {
    readonly read: number;
    readonly filtered: number;
    readonly failed: number;
    /** Good or not checked rows that are left out with their batch. */
    readonly notAttempted: number;
    /** Rows that the plan warns of. */
    readonly warned: number;
  };
  /**
   * How many records would end how; items that go with their list are deleted. `landed` are those whose effect the service does not
   * report: they may change existing records. `unknown` are lists of which it does not report how many items they have.
   */
  readonly records: Readonly<Record<string, number | undefined>>;
}

/**
 * Whether a run under this rule may wait for a person. What a sheet can do is not guessed from its columns: its dry runs say what it
 * would do.
 */
export function mayNeedApproval({ approval, guardRails, stackGuardRails }: ApprovalRule): boolean {
  return approval === 'ask' || Object.keys({ ...guardRails, ...stackGuardRails }).length > 0;
}

/** A guard rail that a plan goes beyond. */
export interface CrossedRail {
  readonly rail: keyof GuardRails;
  readonly setBy: 'profile' | 'stack';
  /** So many of the rows that were read and not filtered out, or of the records. */
  readonly count: number;
  readonly of: number;
  /** As it is set. */
  readonly most: number | string;
  /** The same as a number. */
  readonly allowed: number;
}

/** The guard rails that a plan goes beyond. Pure. */
export function railsCrossed(
  { guardRails, stackGuardRails = {} }: Pick<ApprovalRule, 'guardRails' | 'stackGuardRails'>,
  previewed: Previewed,
): CrossedRail[] {
  return [...beyond(guardRails, previewed, 'profile'), ...beyond(stackGuardRails, previewed, 'stack')];
}

/** What each guard rail counts. */
export const railWords = {
  mostInvalid: { counts: 'row', what: 'wrong rows' },
  mostChanged: { counts: 'record', what: 'changed records' },
  mostDeleted: { counts: 'record', what: 'deleted records' },
  mostWarned: { counts: 'row', what: 'rows with a warning' },
} as const satisfies Record<keyof GuardRails, object>;

/** Guard rails in words; none if none is set. */
export function guardRailsText(rails: GuardRails): string {
  const named = Object.entries(railWords).flatMap(([rail, { counts, what }]) => {
    const most = rails[rail as keyof GuardRails];
    if (most === undefined) return [];
    return typeof most === 'number' ? `${most} ${what}` : `${most} of the ${counts}s as ${what}`;
  });
  return named.length === 0 ? '' : `at most ${named.join(', ')} without approval`;
}

function beyond(rails: GuardRails, { rows, records }: Previewed, setBy: CrossedRail['setBy']): CrossedRail[] {
  const { updated = 0, deleted = 0, landed = 0, unknown = 0 } = records;
  const all = {
    row: rows.read - rows.filtered,
    record: Object.values(records).reduce<number>((sum, count = 0) => sum + count, -unknown),
  };
  const counts = [
    ['mostInvalid', rows.failed + rows.notAttempted],
    ['mostChanged', updated + landed],
    ['mostDeleted', deleted],
    ['mostWarned', rows.warned],
  ] as const;
  return counts.flatMap(([rail, count]) => {
    const [most, of] = [rails[rail], all[railWords[rail].counts]];
    if (most === undefined || (count <= numberOf(most, of) && !isAtLeast(rail, records))) return [];
    return [{ rail, setBy, count, of, most, allowed: Math.floor(numberOf(most, of)) }];
  });
}

/** Whether nobody knows how many more records would go. */
const isAtLeast = (rail: keyof GuardRails, { unknown = 0 }: Previewed['records']): boolean =>
  rail === 'mostDeleted' && unknown > 0;

/** Why a run needs approval; none if it does not. Pure. */
export function approvalReasons(rule: ApprovalRule, previewed: Previewed): Reason[] {
  return [
    ...(rule.approval === 'ask' ? [reasonOf('approval_required')] : []),
    ...railsCrossed(rule, previewed).map((crossed) => reasonBeyond(crossed, previewed)),
  ];
}

const codes = {
  mostInvalid: 'too_many_wrong',
  mostChanged: 'too_many_changed',
  mostDeleted: 'too_many_deleted',
  mostWarned: 'too_many_warned',
} as const;
const whoAllows = { profile: 'the profile allows', stack: "the stack's settings allow" } as const;

function reasonBeyond({ rail, setBy, count, of, most }: CrossedRail, { records }: Previewed): Reason {
  const [n, all] = [count.toLocaleString('en-US'), of.toLocaleString('en-US')];
  const unit = railWords[rail].counts;
  const allowed = most === 0 ? 'none' : `only ${most.toLocaleString('en-US')}`;
  return reasonOf(codes[rail], {
    counted: `${n}${isAtLeast(rail, records) ? ' or more' : ''} of ${all} ${of === 1 ? unit : `${unit}s`}`,
    most: `${whoAllows[setBy]} ${allowed}`,
  });
}

/** A share may be a fraction. */
function numberOf(most: number | string, of: number): number {
  return typeof most === 'number' ? most : (Number.parseFloat(most) * of) / 100;
}
