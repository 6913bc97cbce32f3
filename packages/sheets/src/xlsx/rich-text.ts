/** Collects the text of a shared or inline string: its runs joined, without phonetic runs. */
export interface RichText {
  open(name: string): void;
  close(name: string): void;
  /** @returns how much was collected */
  piece(text: string): number;
  readonly wantsText: boolean;
  /** Returns the collected text, and starts again. */
  take(): string;
}

export function richText(): RichText {
  let gathered = '';
  let phonetic = 0;
  let inText = false;

  return {
    open(name) {
      if (name === 'rPh') phonetic += 1;
      else if (name === 't') inText = phonetic === 0;
    },
    close(name) {
      if (name === 'rPh') phonetic -= 1;
      else if (name === 't') inText = false;
    },
    piece(text) {
      gathered = gathered === '' ? text : gathered + text;
      return gathered.length;
    },
    get wantsText() {
      return inText;
    },
    take() {
      if (gathered === '') return '';
      const text = gathered;
      gathered = '';
      return unescaped(text);
    },
  };
}

/** Characters that XML does not allow are escaped as `_x000D_`; an underscore that would look like that, as `_x005F_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  const plain = text.replaceAll(/_x([0-9A-Fa-f]{4})_/gu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  // A zero byte or an incomplete character is no visible text, so it was no escape.
  return plain.isWellFormed() && !plain.includes('\0') ? plain : text;
}
