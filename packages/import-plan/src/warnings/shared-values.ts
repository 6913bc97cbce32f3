const fewestSlots = 1024;
/** From here on the memory does not grow with the sheet. */
const mostSlots = 65_536;
const firstRowsKept = 3;

/** A row with a value that others may have too. */
interface SeenRow {
  readonly row: number;
  readonly value: string;
  /** How many rows it counts for. */
  readonly weight: number;
  /** A text that may differ from that of other rows with the value. */
  readonly beside?: string;
}

export interface Sharing {
  /** Only digits of the value count: of a phone number. */
  readonly digits: boolean;
  /** Shorter values, such as `-`, are none. */
  readonly least: number;
  /** How many rows with a value are a warning, and whether only if their texts beside it differ. */
  readonly rows: number;
  readonly ifDifferent: boolean;
}

/** Counts the rows that share a value, by hashes of the values. The same rows always give the same numbers. */
export function createSharedValues(sharing: Sharing) {
  let table = newTable(fewestSlots);
  const firstRows: number[] = [];

  const isMuch = (at: number): boolean =>
    (table.seen[at] ?? 0) >= sharing.rows && (!sharing.ifDifferent || table.beside[at] === different);

  return {
    see: ({ row, value, weight, beside = '' }: SeenRow): void => {
      const key = hashOf(value, sharing);
      if (key === 0) return;
      if (isFull(table)) table = roomierThan(table);
      const at = slotOf(table, key);
      if (table.keys[at] === 0) {
        if (isFull(table)) return;
        table.size += 1;
        table.keys[at] = key;
        table.beside[at] = besideOf(beside);
      } else if (table.lastRow[at] === row) {
        // One row may have a value twice: in two fields, or in the two records that it becomes.
        return;
      } else if (table.beside[at] !== different && table.beside[at] !== besideOf(beside)) {
        table.beside[at] = different;
      }
      table.lastRow[at] = row;
      table.seen[at] = (table.seen[at] ?? 0) + 1;
      table.rows[at] = (table.rows[at] ?? 0) + weight;
      if (firstRows.length < firstRowsKept && isMuch(at)) firstRows.push(row);
    },
    /** @returns the number of rows, and some of them */
    result: () => {
      const rows = table.rows.reduce((sum, count, at) => sum + (isMuch(at) ? count : 0), 0);
      return { rows, firstRows };
    },
  };
}

type Table = ReturnType<typeof newTable>;

/** A slot has the hash of a value, or 0 if it is free. */
function newTable(slots: number) {
  return {
    keys: new Float64Array(slots),
    seen: new Uint32Array(slots),
    rows: new Uint32Array(slots),
    beside: new Uint32Array(slots),
    lastRow: new Uint32Array(slots),
    size: 0,
  };
}

const isFull = ({ keys, size }: Table): boolean => size >= keys.length * 0.75;

/** The slot of the hash, or the free slot for it. */
function slotOf({ keys }: Table, key: number): number {
  let at = key % keys.length;
  while (keys[at] !== 0 && keys[at] !== key) at = at + 1 === keys.length ? 0 : at + 1;
  return at;
}

/** A larger table; of a long sheet one with the values that were seen twice. */
function roomierThan(before: Table): Table {
  const isLargest = before.keys.length === mostSlots;
  const table = newTable(isLargest ? mostSlots : before.keys.length * 2);
  for (const [at, key] of before.keys.entries()) {
    const seen = before.seen[at] ?? 0;
    if (key === 0 || (isLargest && seen < 2)) continue;
    const to = slotOf(table, key);
    table.keys[to] = key;
    table.seen[to] = seen;
    table.rows[to] = before.rows[at] ?? 0;
    table.beside[to] = before.beside[at] ?? 0;
    table.lastRow[to] = before.lastRow[at] ?? 0;
    table.size += 1;
  }
  return table;
}

/** In place of the hash of the text beside a value: rows have different ones. */
const different = 0xffffffff;

const whole = { digits: false, least: 0 };
const besideOf = (text: string): number => hashOf(text, whole) % different;

/**
 * 48 bits; 0 if too little of the text counts. White space does not count, and letters of A to Z in any case are the same. Two
 * values may have the same hash: that could only cause a needless warning.
 */
function hashOf(text: string, { digits, least }: Pick<Sharing, 'digits' | 'least'>): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (digits ? unit < 48 || unit > 57 : unit <= 0x20 || unit === 0xa0) continue;
    const folded = unit >= 65 && unit <= 90 ? unit | 0x20 : unit;
    a = Math.imul(a ^ folded, 0x9e3779b1);
    b = Math.imul(b ^ folded, 0x5f356495);
    length += 1;
  }
  if (length < least) return 0;
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ a;
  return (a >>> 0) * 65_536 + (b >>> 16) + 1;
}
