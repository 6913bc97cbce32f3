import type { Example } from './blocks.ts';

/** Ids of runs, imports and records. */
const id = /\b[0-9a-z]{26}\b/g;

/**
 * The ids of a page and those of the system that its commands run on: each is another one in every system, so the first
 * id of the page stands for the first that the system prints, and so on.
 */
export class Ids {
  readonly #ofPage: string[] = [];
  readonly #ofSystem: string[] = [];

  addPage(text: string): void {
    add(this.#ofPage, text);
  }

  addSystem(text: string): void {
    add(this.#ofSystem, text);
  }

  /** A text of the page, with the ids of the system. `{1}` is the first id that the system printed. */
  toSystem = (text: string): string => {
    const numbered = text.replaceAll(/\{(\d+)\}/g, (place, number: string) => {
      return this.#ofSystem[Number(number) - 1] ?? place;
    });
    return replaced(numbered, this.#ofPage, (at) => this.#ofSystem[at]);
  };

  /** Texts of the page, and of the system, with the same word for the same id. */
  numberedPage = (text: string): string => replaced(text, this.#ofPage, (at) => `<id ${at + 1}>`);
  numberedSystem = (text: string): string => replaced(text, this.#ofSystem, (at) => `<id ${at + 1}>`);
}

/** The ids that the commands of a page name although nothing above has printed them: of a system that is gone. */
export function strangeIds(examples: readonly Example[]): string[] {
  const known: string[] = [];
  return examples.flatMap(({ command, output }) => {
    const strange = [...command.matchAll(id)].flatMap(([found]) => (known.includes(found) ? [] : [found]));
    add(known, output.join('\n'));
    return strange;
  });
}

function add(ids: string[], text: string): void {
  for (const [found] of text.matchAll(id)) if (!ids.includes(found)) ids.push(found);
}

/** Also where an id is shortened to 8 characters. */
function replaced(text: string, ids: readonly string[], by: (at: number) => string | undefined): string {
  return text.replaceAll(/\b[0-9a-z]{8}(?:[0-9a-z]{18})?\b/g, (word) => {
    const at = ids.findIndex((known) => known.startsWith(word));
    const other = at < 0 ? undefined : by(at);
    if (other === undefined) return word;
    return word.length === 8 && /^[0-9a-z]{26}$/.test(other) ? other.slice(0, 8) : other;
  });
}
