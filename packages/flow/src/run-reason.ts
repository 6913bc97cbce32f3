import type { ReasonCode, Why as WhyBy } from '@sluice/contract';
import type { SheetErrorCode } from '@sluice/sheets';

export { whyOf } from '@sluice/contract';

/** Why a run ended or waits. */
export type Why = WhyBy<ReasonCode | SheetErrorCode>;
