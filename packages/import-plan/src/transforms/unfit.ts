import type { Reason } from '@sluice/contract';

/** What a step makes of a text that it cannot read. */
export class Unfit {
  /** With the text that the step was given: the cell alone may not show it. */
  readonly reason: Reason;

  constructor(reason: Reason, value: string) {
    this.reason = { ...reason, value };
  }
}

/** Makes a text of a text, in time that its length bounds. It never throws. */
export type Transform = (text: string) => string | Unfit;
