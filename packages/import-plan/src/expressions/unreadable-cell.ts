import { shownValue } from '@sluice/contract';

/** An expression cannot be made of the cells of a row. */
export class UnreadableCell extends Error {
  override readonly name = 'UnreadableCell';
  /** What is wrong, without a value. */
  readonly why: string;
  readonly value: string;

  constructor(why: string, cells: readonly string[], cause?: unknown) {
    const value = shownValue(cells.join(' '));
    super(value === '' ? why : `\`${value}\`: ${why}`, { cause });
    this.why = why;
    this.value = value;
  }

  static from(error: unknown): UnreadableCell {
    return error instanceof UnreadableCell
      ? error
      : new UnreadableCell('its expression fails here', [], error);
  }
}
