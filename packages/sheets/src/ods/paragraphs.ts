/** Elements in a cell whose text the cell does not show. */
const apart = new Set([
  'office:annotation',
  'text:note',
  'text:ruby-text',
  'table:table',
  'text:tracked-changes',
]);

/** Collects the text of a cell: its paragraphs, without comments. */
export class Paragraphs {
  #text = '';
  #count = 0;
  #inside = false;
  /** How deep the elements that are passed over are nested. */
  #apart = 0;
  /** Whether white space is passed over, as at the start of a paragraph and behind other white space. */
  #isSpace = true;

  get wantsText(): boolean {
    return this.#inside && this.#apart === 0;
  }

  /** @returns how much was collected */
  open(name: string, attributes: () => ReadonlyMap<string, string>): number {
    if (this.#apart > 0 || apart.has(name)) this.#apart += 1;
    else if (name === 'text:p' || name === 'text:h') this.#begin();
    else if (!this.#inside) return this.#text.length;
    else if (name === 'text:s') this.#add(' '.repeat(countOf(attributes().get('text:c'))));
    else if (name === 'text:tab') this.#add('\t');
    else if (name === 'text:line-break') this.#add('\n');
    return this.#text.length;
  }

  close(name: string): void {
    if (this.#apart > 0) this.#apart -= 1;
    else if (name === 'text:p' || name === 'text:h') this.#inside = false;
  }

  /** @returns how much was collected */
  piece(text: string): number {
    const plain = text.replaceAll(/[ \t\n\r]+/gu, ' ');
    const rest = this.#isSpace && plain.startsWith(' ') ? plain.slice(1) : plain;
    if (rest !== '') {
      this.#text += rest;
      this.#isSpace = rest.endsWith(' ');
    }
    return this.#text.length;
  }

  /** Returns the collected text, and starts again. Undefined if there was no paragraph. */
  take(): string | undefined {
    const text = this.#count === 0 ? undefined : this.#text;
    this.#text = '';
    this.#count = this.#apart = 0;
    this.#inside = false;
    return text;
  }

  #begin(): void {
    if (this.#count > 0) this.#text += '\n';
    this.#count += 1;
    this.#inside = true;
    this.#isSpace = true;
  }

  #add(text: string): void {
    this.#text += text;
    this.#isSpace = false;
  }
}

/** More spaces than a cell can have are too many in any case. */
function countOf(stated: string | undefined): number {
  const count = Number(stated ?? 1);
  return Number.isInteger(count) && count > 0 ? Math.min(count, 100_000) : 0;
}
