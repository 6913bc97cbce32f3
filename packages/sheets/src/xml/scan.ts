import type { SheetError } from '../model/sheet-error.ts';
import { damaged } from '../model/damaged.ts';
import { unescapeXml } from './entities.ts';

/**
 * Receives the tags and texts of a document, under names without the prefix of its root. What belongs to another program, by its
 * prefix, its namespace or in an `extLst`, is passed over, since a spreadsheet program may not show it.
 */
export interface XmlHandler {
  /** `raw` is the text between `<` and `>`. */
  open(name: string, raw: string): void;
  close(name: string): void;
  /** Something was passed over here. */
  foreign?(): void;
  /** May read a whole element by itself. @returns where the element ends; -1 to receive its tags */
  usual?(text: string, at: number): number;
  /** A piece of the text of the open element, only while the handler wants text. */
  text(piece: string): void;
  readonly wantsText: boolean;
  /**
   * The namespaces of a format that has several, by the prefixes with colons that every program gives them. Names keep their
   * prefixes then.
   */
  readonly families?: Families | undefined;
  /** Whether to stop until the next call. */
  readonly paused: boolean;
}

export type Families = Readonly<Partial<Record<string, string>>>;

const declaration = /\sxmlns(:[^\s=]+)?\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;

/** The namespace that a tag declares for a prefix with its colon, or for names without one. */
function namespaceIn(raw: string, prefix: string): string | undefined {
  for (const [, of = ':', double, single] of raw.matchAll(declaration))
    if (`${of.slice(1)}:` === (prefix || ':')) return double ?? single;
  return undefined;
}

/** Longer than any tag of a workbook, and deeper than its elements are nested. */
const limits = { tagCharacters: 256 * 1024, depth: 200 };

/** The constructs that a scanner may be in, and their ends. */
const inside = { comment: '-->', instruction: '?>', cdata: ']]>' } as const;

/**
 * Reads XML as far as workbooks use it, in constant memory: tags in either quotes, prefixes, entities, CDATA, comments.
 * A document type is refused, since it can declare entities that grow without end or read other files.
 */
export class XmlScanner {
  readonly #handler: XmlHandler;
  readonly #part: string;
  readonly #names: string[] = [];
  /** With its colon. */
  #prefix = '';
  #namespace: string | undefined;
  /** How deep the element is that is passed over. */
  #foreign = Infinity;
  #text = '';
  #at = 0;
  #within: keyof typeof inside | undefined;
  #begun = false;

  /** `part` is its name, for errors. */
  constructor(handler: XmlHandler, part: string) {
    this.#handler = handler;
    this.#part = part;
  }

  push(more: string): void {
    this.#text = this.#at < this.#text.length ? this.#text.slice(this.#at) + more : more;
    this.#at = 0;
  }

  /** Reads on; false when the handler paused. @throws SheetError `damaged_workbook` */
  scan(last: boolean): boolean {
    for (;;) {
      if (this.#handler.paused) return false;
      const before = this.#at;
      if (this.#within === undefined) this.#between(last);
      else this.#skip(this.#within, last);
      if (this.#at > before) continue;
      if (last) this.#checkEnd();
      return true;
    }
  }

  /** One text and the tag after it, or as much as there is. */
  #between(last: boolean): void {
    const bracket = this.#text.indexOf('<', this.#at);
    const end = bracket < 0 ? this.#wholeText(last) : bracket;
    if (end > this.#at && this.#wantsText) this.#handler.text(unescapeXml(this.#text.slice(this.#at, end)));
    this.#at = end;
    if (bracket >= 0) this.#markup();
  }

  /** The end of the text that no later piece can change, since entities and line breaks have more than one character. */
  #wholeText(last: boolean): number {
    if (last) return this.#text.length;
    const amp = this.#text.lastIndexOf('&');
    if (amp >= this.#at && amp > this.#text.length - 12 && !this.#text.includes(';', amp)) return amp;
    return this.#text.endsWith('\r') ? Math.max(this.#at, this.#text.length - 1) : this.#text.length;
  }

  #markup(): void {
    const next = this.#text.charCodeAt(this.#at + 1);
    if (next === 0x2f) this.#closeTag();
    else if (next === 0x3f) this.#enter('instruction', 2);
    else if (next === 0x21) this.#declaration();
    else if (this.#at + 1 < this.#text.length && !this.#isUsual()) this.#openTag();
  }

  get #isForeign(): boolean {
    return this.#names.length >= this.#foreign;
  }

  get #wantsText(): boolean {
    return this.#handler.wantsText && !this.#isForeign;
  }

  #isUsual(): boolean {
    if (this.#prefix !== '' || this.#isForeign) return false;
    const end = this.#handler.usual?.(this.#text, this.#at) ?? -1;
    if (end > 0) this.#at = end;
    return end > 0;
  }

  #enter(what: keyof typeof inside, length: number): void {
    this.#within = what;
    this.#at += length;
  }

  #declaration(): void {
    if (this.#text.startsWith('<!--', this.#at)) return this.#enter('comment', 4);
    if (this.#text.startsWith('<![CDATA[', this.#at)) return this.#enter('cdata', 9);
    if (this.#text.length - this.#at < 9) return;
    throw damaged(`${this.#part} declares a document type, which no workbook needs`);
  }

  #skip(what: keyof typeof inside, last: boolean): void {
    const marker = inside[what];
    const found = this.#text.indexOf(marker, this.#at);
    if (found < 0) {
      if (last) throw this.#cutOff();
      // Only what the handler receives must be complete.
      if (what === 'cdata') this.#checkTag();
      else this.#at = Math.max(this.#at, this.#text.length - marker.length + 1);
      return;
    }
    if (what === 'cdata' && this.#wantsText)
      this.#handler.text(this.#text.slice(this.#at, found).replaceAll(/\r\n?/gu, '\n'));
    this.#at = found + marker.length;
    this.#within = undefined;
  }

  #closeTag(): void {
    const end = this.#text.indexOf('>', this.#at);
    if (end < 0) return this.#checkTag();
    const name = this.#nameOf(this.#at + 2, end);
    const wasForeign = this.#isForeign;
    if (this.#names.pop() !== name) throw damaged(`the tags of ${this.#part} do not match`);
    this.#at = end + 1;
    if (!wasForeign) this.#handler.close(name.slice(this.#prefix.length));
    else if (!this.#isForeign) this.#foreign = Infinity;
  }

  #openTag(): void {
    const end = this.#tagEnd(this.#at + 1);
    if (end < 0) return this.#checkTag();
    const empty = this.#text.charCodeAt(end - 1) === 0x2f;
    const raw = this.#text.slice(this.#at + 1, empty ? end - 1 : end);
    const name = this.#nameOf(this.#at + 1, empty ? end - 1 : end);
    if (name === '' || (this.#names.length === 0 && this.#begun) || this.#names.length === limits.depth)
      throw damaged(`the tags of ${this.#part} are not in order`);
    if (!this.#begun) this.#beginAt(name, raw);
    this.#at = end + 1;
    if (!this.#isForeign) this.#receive(name, raw, empty);
    if (!empty) this.#names.push(name);
  }

  #beginAt(name: string, raw: string): void {
    this.#begun = true;
    const { families } = this.#handler;
    if (families !== undefined) return this.#checkFamilies(raw, families);
    this.#prefix = name.slice(0, name.indexOf(':') + 1);
    this.#namespace = namespaceIn(raw, this.#prefix);
  }

  #checkFamilies(raw: string, families: Families): void {
    for (const [prefix, namespace] of Object.entries(families))
      if ((namespaceIn(raw, prefix) ?? namespace) !== namespace)
        throw damaged(`${this.#part} uses the prefix ${prefix} for something else`);
  }

  #isOwn(name: string, own: string, raw: string): boolean {
    const { families } = this.#handler;
    if (families !== undefined) {
      const prefix = name.slice(0, name.indexOf(':') + 1);
      const family = families[prefix];
      if (family === undefined || !raw.includes('xmlns')) return family !== undefined;
      return (namespaceIn(raw, prefix) ?? family) === family;
    }
    const namespace = raw.includes('xmlns') ? namespaceIn(raw, this.#prefix) : undefined;
    return (
      name.startsWith(this.#prefix) &&
      !own.includes(':') &&
      own !== 'extLst' &&
      (namespace ?? this.#namespace) === this.#namespace
    );
  }

  #receive(name: string, raw: string, empty: boolean): void {
    const own = name.slice(this.#prefix.length);
    if (this.#isOwn(name, own, raw)) {
      this.#handler.open(own, raw);
      if (empty) this.#handler.close(own);
    } else {
      this.#handler.foreign?.();
      if (!empty) this.#foreign = this.#names.length + 1;
    }
  }

  /** The `>` of a tag, outside quotes; -1 if it has not arrived yet. */
  #tagEnd(from: number): number {
    const text = this.#text;
    let quote = 0;
    for (let index = from; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === 0x3c) throw damaged(`${this.#part} has a tag within a tag`);
      if (quote !== 0) {
        if (code === quote) quote = 0;
      } else if (code === 0x3e) return index;
      else if (code === 0x22 || code === 0x27) quote = code;
    }
    return -1;
  }

  #nameOf(from: number, to: number): string {
    const text = this.#text;
    let end = from;
    while (end < to && text.charCodeAt(end) > 0x20) end += 1;
    return text.slice(from, end);
  }

  #checkTag(): void {
    if (this.#text.length - this.#at > limits.tagCharacters)
      throw damaged(`${this.#part} has a tag without an end`);
  }

  #checkEnd(): void {
    if (this.#at < this.#text.length || this.#names.length > 0 || this.#within !== undefined || !this.#begun)
      throw this.#cutOff();
  }

  #cutOff(): SheetError {
    return damaged(`${this.#part} is cut off`);
  }
}
