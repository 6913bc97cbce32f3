import { reasonsText, type Reason, type ReasonCode } from '@sluice/contract';
import type { SheetErrorCode } from '@sluice/sheets';

/** Why a run ended or waits: for a person, and by the codes of docs/reasons.md. */
export interface Why {
  readonly reason: string;
  readonly reasonCodes: readonly (ReasonCode | SheetErrorCode)[];
}

export const whyOf = (...reasons: readonly Reason[]): Why => ({
  reason: reasonsText(reasons),
  reasonCodes: [...new Set(reasons.map(({ code }) => code))],
});
