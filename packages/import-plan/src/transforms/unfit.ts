import { reasonOf, type Reason } from '@sluice/contract';
import { sheetLimits } from '@sluice/sheets';

/** What a step makes of a text that it cannot read. */
export class Unfit {
  /** With the text that the step was given: the cell alone may not show it. */
  readonly reason: Reason;

  constructor(reason: Reason, value: string) {
    this.reason = { ...reason, value };
  }
}

/** The longest text that is made of cells: as much as one cell may have. */
export const mostMade = sheetLimits.cellCharacters;

const reason = reasonOf('text_grows', { most: mostMade.toLocaleString('en-US') });
export const tooLong = (of: string): Unfit => new Unfit(reason, of);

/** A text that was made of another one, within the limit. */
export function bounded(made: string | Unfit, of: string): string | Unfit {
  return typeof made === 'string' && made.length > mostMade ? tooLong(of) : made;
}

/** Makes a text of a text, in time that its length bounds. It throws only what ends a whole plan: too much work. */
export type Transform = (text: string) => string | Unfit;
