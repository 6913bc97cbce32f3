import { byBytes } from './order.ts';

/** A value as DynamoDB writes it: `{ S: 'text' }`. */
export type Value = Readonly<Record<string, unknown>>;
export type Item = Readonly<Record<string, Value>>;

export interface Names {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Readonly<Record<string, Value>>;
}

const tokens =
  /(<>|<=|>=|[=<>(),+-]|BETWEEN\b|AND\b|OR\b|NOT\b|SET\b|REMOVE\b|ADD\b|[#:]?[A-Za-z_][\w.#]*|\S)/gu;

/** Reads expressions of conditions, keys and updates; whatever it does not know it refuses aloud. */
class Reader {
  readonly #tokens: readonly string[];
  readonly #item: Item;
  readonly #names: Names;
  #at = 0;

  constructor(text: string, item: Item, names: Names) {
    this.#tokens = [...text.matchAll(tokens)].map(([, token = '']) => token);
    this.#item = item;
    this.#names = names;
  }

  peek(): string {
    return this.#tokens[this.#at] ?? '';
  }

  take(expected?: string): string {
    const token = this.peek();
    if (expected !== undefined && token !== expected)
      throw new Error(`The stand-in of DynamoDB expected ${expected} and met ${token}.`);
    this.#at += 1;
    return token;
  }

  name(): string {
    const token = this.take();
    const name = token.startsWith('#') ? this.#names.ExpressionAttributeNames?.[token] : token;
    if (name === undefined || !/^[\w]+$/u.test(name))
      throw new Error(`The stand-in of DynamoDB does not know the path ${token}.`);
    return name;
  }

  condition(): boolean {
    let isMet = this.#all();
    while (this.peek() === 'OR') {
      this.take();
      const next = this.#all();
      isMet = isMet || next;
    }
    return isMet;
  }

  #all(): boolean {
    let isMet = this.#one();
    while (this.peek() === 'AND') {
      this.take();
      const next = this.#one();
      isMet = isMet && next;
    }
    return isMet;
  }

  #one(): boolean {
    if (this.peek() === 'NOT') {
      this.take();
      return !this.#one();
    }
    if (this.peek() === '(') {
      this.take();
      const isMet = this.condition();
      this.take(')');
      return isMet;
    }
    if (/^(?:attribute_(?:not_)?exists|begins_with|contains)$/u.test(this.peek())) return this.#function();
    return this.#comparison(this.operand());
  }

  #function(): boolean {
    const name = this.take();
    this.take('(');
    const value = this.#item[this.name()];
    if (name === 'begins_with' || name === 'contains') {
      this.take(',');
      const [whole, part] = [String(value?.['S'] ?? ''), String(this.operand()?.['S'])];
      this.take(')');
      return value !== undefined && (name === 'contains' ? whole.includes(part) : whole.startsWith(part));
    }
    this.take(')');
    return (value !== undefined) === (name === 'attribute_exists');
  }

  #comparison(one: Value | undefined): boolean {
    const sign = this.take();
    if (sign === 'BETWEEN') {
      const low = this.operand();
      this.take('AND');
      const high = this.operand();
      return order(one, low) >= 0 && order(one, high) <= 0;
    }
    const compared = order(one, this.operand());
    // What is not there compares with nothing, and is unlike everything.
    if (Number.isNaN(compared)) return sign === '<>';
    const isMet = { '=': compared === 0, '<>': compared !== 0, '<': compared < 0, '<=': compared <= 0 };
    const more = { '>': compared > 0, '>=': compared >= 0 };
    const all: Readonly<Record<string, boolean>> = { ...isMet, ...more };
    const found = all[sign];
    if (found === undefined) throw new Error(`The stand-in of DynamoDB does not know ${sign}.`);
    return found;
  }

  operand(): Value | undefined {
    if (this.peek().startsWith(':')) {
      const token = this.take();
      const value = this.#names.ExpressionAttributeValues?.[token];
      if (value === undefined) throw new Error(`The expression has no value ${token}.`);
      return value;
    }
    if (this.peek() === 'if_not_exists') {
      this.take();
      this.take('(');
      const known = this.#item[this.name()];
      this.take(',');
      const otherwise = this.operand();
      this.take(')');
      return known ?? otherwise;
    }
    return this.#item[this.name()];
  }

  update(): Item {
    const item: Record<string, Value> = { ...this.#item };
    while (this.peek() !== '') {
      const clause = this.take();
      do {
        if (this.peek() === ',') this.take();
        const name = this.name();
        if (clause === 'REMOVE') delete item[name];
        else if (clause === 'SET') item[name] = this.#assigned();
        else if (clause === 'ADD') item[name] = sum(this.#item[name], this.operand(), 1);
        else throw new Error(`The stand-in of DynamoDB does not know ${clause}.`);
      } while (this.peek() === ',');
    }
    return item;
  }

  #assigned(): Value {
    this.take('=');
    let value = this.operand();
    while (this.peek() === '+' || this.peek() === '-') {
      const sign = this.take() === '+' ? 1 : -1;
      value = sum(value, this.operand(), sign);
    }
    if (value === undefined) throw new Error('An update sets what is not there.');
    return value;
  }
}

function sum(one: Value | undefined, other: Value | undefined, sign: number): Value {
  return { N: String(Number(one?.['N'] ?? 0) + sign * Number(other?.['N'])) };
}

/** Negative, zero or positive; NaN where the two do not compare. */
function order(one: Value | undefined, other: Value | undefined): number {
  if (one?.['N'] !== undefined && other?.['N'] !== undefined) return Number(one['N']) - Number(other['N']);
  const [a, b] = [one?.['S'], other?.['S']];
  if (typeof a === 'string' && typeof b === 'string') return byBytes(a, b);
  if (one === undefined || other === undefined) return Number.NaN;
  return JSON.stringify(one) === JSON.stringify(other) ? 0 : Number.NaN;
}

export function isMet(expression: string | undefined, item: Item | undefined, names: Names): boolean {
  if (expression === undefined) return true;
  const reader = new Reader(expression, item ?? {}, names);
  const holdsAll = reader.condition();
  if (reader.peek() !== '') throw new Error(`The stand-in of DynamoDB cannot read: ${expression}`);
  return holdsAll;
}

export function updated(expression: string | undefined, item: Item, names: Names): Item {
  return expression === undefined ? item : new Reader(expression, item, names).update();
}
