import { z } from 'zod';

const share = /^(?:100|\d{1,2}(?:\.\d{1,2})?) ?%$/;
const expected = 'expected a number of rows such as 50, or a share of the rows such as "5 %"';

/** So many rows, or so many of all that were read. */
const mostSchema = z.union([z.int(expected).min(0, expected), z.string().regex(share, expected)], expected);

/** What a run may do without a person's approval. Of what is not named here, anything. */
export const guardRailsSchema = z.strictObject({
  /** Rows that are refused, or could not be checked. */
  mostInvalid: mostSchema.optional(),
  /** Records that are there and would be changed; new ones are none of these. */
  mostChanged: mostSchema.optional(),
  mostDeleted: mostSchema.optional(),
});
export type GuardRails = z.infer<typeof guardRailsSchema>;

/** Whether a person is to approve what a run would do before anything is written. */
export interface ApprovalRule {
  readonly approval: 'auto' | 'ask';
  readonly guardRails: GuardRails;
}

/** Rows, by what would become of them. */
export interface PreviewedRows {
  readonly read: number;
  readonly updated: number;
  readonly deleted: number;
  readonly failed: number;
  /** Good, or not checked: left out with their batch. */
  readonly notAttempted: number;
  /** Of which the service does not say what they would do: they may change what is there. */
  readonly landed: number;
}

/** Whether runs under this rule may have to wait for a person. */
export function mayNeedApproval({ approval, guardRails }: ApprovalRule): boolean {
  return approval === 'ask' || Object.keys(guardRails).length > 0;
}

/** Why a person is asked, in a sentence for each reason; undefined where nobody need be. Pure. */
export function whyAsked({ approval, guardRails }: ApprovalRule, rows: PreviewedRows): string | undefined {
  const changed = rows.updated + rows.landed;
  const invalid = rows.failed + rows.notAttempted;
  const { mostInvalid, mostChanged, mostDeleted } = guardRails;
  const reasons = [
    ...(approval === 'ask' ? ['Its profile asks for approval of every run.'] : []),
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
  const allowed = typeof most === 'number' ? most.toLocaleString('en-US') : most;
  return [`${n} of ${all} rows ${what}, and its profile allows ${allowed} without approval.`];
}

/** A share of the rows need not be a whole number. */
function rowsOf(most: number | string, of: number): number {
  return typeof most === 'number' ? most : (Number.parseFloat(most) * of) / 100;
}
