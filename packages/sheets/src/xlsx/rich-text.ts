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

/**
 * Characters that XML does not allow are escaped as `_x000D_`; an underscore that would look like that, as `_x005F_`. A zero byte or
 * half a character is no visible text, so it was no escape.
 */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(
    /_x(d[89ab][\da-f]{2})__x(d[c-f][\da-f]{2})_|_x((?!0000|d[89a-f])[\da-f]{4})_/giu,
    (_, ...[high, low, one]: (string | undefined)[]) =>
      String.fromCharCode(...[high, low, one].flatMap((code) => (code ? [Number.parseInt(code, 16)] : []))),
  );
}
