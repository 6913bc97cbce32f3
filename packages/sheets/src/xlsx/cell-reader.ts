import { readCellTag, type CellTag } from './cell-tag.ts';
import { richText, type RichText } from './rich-text.ts';

/** Reads what is between `<c>` and `</c>`. */
export class CellReader {
  readonly tag: CellTag = { column: 0, row: 0, style: 0, type: 'n' };
  value = '';
  formula = false;
  /** Whether the next tags belong to a cell. */
  inside = false;
  readonly #inline: RichText = richText();
  #inValue = false;
  #inInline = false;

  begin(raw: string): void {
    this.inside = true;
    this.value = '';
    this.formula = false;
    readCellTag(raw, this.tag);
  }

  open(name: string): void {
    if (this.#inInline) this.#inline.open(name);
    else if (name === 'v') this.#inValue = true;
    else if (name === 'is') this.#inInline = true;
    else if (name === 'f') this.formula = true;
  }

  close(name: string): void {
    if (name === 'c') this.inside = this.#inValue = this.#inInline = false;
    else if (name === 'v') this.#inValue = false;
    else if (name === 'is') this.#inInline = false;
    else if (this.#inInline) this.#inline.close(name);
  }

  get wantsText(): boolean {
    return this.#inValue || (this.#inInline && this.#inline.wantsText);
  }

  /** @returns the length of the text so far */
  text(piece: string): number {
    if (this.#inInline) return this.#inline.piece(piece);
    this.value = this.value === '' ? piece : this.value + piece;
    return this.value.length;
  }

  /** The text in the cell itself. */
  takeInline(): string {
    return this.#inline.take();
  }
}
