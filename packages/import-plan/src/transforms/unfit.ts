import { shownName } from '@sluice/contract';

/** What a step makes of a text that it cannot read. */
export class Unfit {
  readonly #expected: string;
  readonly #text: string | undefined;

  /** Without the text if `expected` names it. */
  constructor(expected: string, text?: string) {
    this.#expected = expected;
    this.#text = text;
  }

  /** What was expected, with the text that the step was given: the cell alone may not show it. */
  get expected(): string {
    return this.#text === undefined ? this.#expected : `${this.#expected}, not "${shownName(this.#text)}"`;
  }
}

/** Makes a text of a text, in time that its length bounds. It never throws. */
export type Transform = (text: string) => string | Unfit;
