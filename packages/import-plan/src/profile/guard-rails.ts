import { z } from 'zod';

const share = /^(?:100|\d{1,2}(?:\.\d{1,2})?) ?%$/;
const expected = 'expected a number of rows such as 50, or a share of the rows such as "5 %"';

/** A number of rows, or a share of the rows that were read. */
const mostSchema = z.union([z.int(expected).min(0, expected), z.string().regex(share, expected)], expected);

/** The most that a run may do without a person's approval. What is absent is not limited. */
export const guardRailsSchema = z.strictObject({
  /** Rows that are refused or could not be checked. */
  mostInvalid: mostSchema.optional(),
  /** Existing records that would be changed. */
  mostChanged: mostSchema.optional(),
  mostDeleted: mostSchema.optional(),
});
export type GuardRails = z.infer<typeof guardRailsSchema>;

/** When a person must approve what a run would do before anything is written. */
export interface ApprovalRule {
  readonly approval: 'auto' | 'ask';
  readonly guardRails: GuardRails;
}

/** How many rows would have each outcome. */
interface PreviewedRows {
  readonly read: number;
  readonly updated: number;
  readonly deleted: number;
  readonly failed: number;
  /** Good or not checked rows that are left out with their batch. */
  readonly notAttempted: number;
  /** Rows whose effect the service does not report: they may change existing records. */
  readonly landed: number;
}

/** Whether runs under this rule may wait for a person. */
export function mayNeedApproval({ approval, guardRails }: ApprovalRule): boolean {
  return approval === 'ask' || Object.keys(guardRails).length > 0;
}

/** Why a run needs approval, in a sentence for each reason; undefined if it does not. Pure. */
export function approvalReason(
  { approval, guardRails }: ApprovalRule,
  rows: PreviewedRows,
): string | undefined {
  const changed = rows.updated + rows.landed;
  const invalid = rows.failed + rows.notAttempted;
  const { mostInvalid, mostChanged, mostDeleted } = guardRails;
  const reasons = [
    ...(approval === 'ask' ? ['The profile requires approval of every run.'] : []),
    ...beyond(mostInvalid, { count: invalid, of: rows.read }, 'were refused or not checked'),
    ...beyond(mostChanged, { count: changed, of: rows.read }, 'would change an existing record'),
    ...beyond(mostDeleted, { count: rows.deleted, of: rows.read }, 'would delete a record'),
  ];
  return reasons.length === 0 ? undefined : reasons.join(' ');
}

function beyond(
  most: number | string | undefined,
  { count, of }: { readonly count: number; readonly of: number },
  what: string,
): string[] {
  if (most === undefined || count <= rowsOf(most, of)) return [];
  const [n, all] = [count.toLocaleString('en-US'), of.toLocaleString('en-US')];
  const allowed =
    most === 0 ? 'none' : `only ${typeof most === 'number' ? most.toLocaleString('en-US') : most}`;
  return [`${n} of ${all} rows ${what}, but the profile allows ${allowed} without approval.`];
}

/** A share of the rows may be a fraction. */
function rowsOf(most: number | string, of: number): number {
  return typeof most === 'number' ? most : (Number.parseFloat(most) * of) / 100;
}
