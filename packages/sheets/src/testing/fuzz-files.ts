import { gzipSync } from 'node:zlib';
import type { Random } from '@sluice/demo/random';
import { csvLine } from '../csv/csv-line.ts';

export interface FuzzFile {
  readonly bytes: Buffer;
  /** Whether the file is correct RFC 4180 with commas, on which all readers must agree. */
  readonly rfc4180: boolean;
}

const letters = ['a', 'b', 'Z', '0', '7', '.', '-', ' ', 'é', 'Ж', '李', '😀', '\u00a0', '@'] as const;
const signs = ['"', "'", ',', ';', '\t', '|', '\n', '\r', '\r\n', '\\', '\\"', '""', '=', '{', '['] as const;
const tokens = [
  ...signs,
  '\0',
  '\u001a',
  '\ufeff',
  '"\n"',
  '","',
  '" "',
  '": ',
  'sep=;\n',
  'Total,,7\n',
  '{"a":1}\n',
  '\x80',
] as const;

/** A random file, or a known one with some changed bytes. */
export function fuzzFile(random: Random, known: readonly Buffer[]): FuzzFile {
  const kind = random.below(10);
  if (kind < 3) return { bytes: Buffer.from(table(random, ',')), rfc4180: true };
  const made =
    kind < 6 || known.length === 0 ? anyFile(random) : (known[random.below(known.length)] ?? Buffer.alloc(0));
  const bytes = mutated(made, random);
  return { bytes: random.once(20) ? gzipSync(bytes, { level: 1 }) : bytes, rfc4180: false };
}

function table(random: Random, delimiter: string): string {
  const width = 2 + random.below(4);
  const newline = random.pick(['\n', '\r\n']);
  const header = Array.from({ length: width }, (_, at) => `Column ${at}`);
  const rows = Array.from({ length: random.below(12) }, () => header.map(() => cell(random)));
  const lines = [header, ...rows].map((cells) => csvLine(cells, delimiter));
  return lines.join(newline) + (random.once(2) ? newline : '');
}

function cell(random: Random): string {
  let text = '';
  for (let left = random.below(7); left > 0; left -= 1) text += random.pick(random.once(4) ? signs : letters);
  return text;
}

function anyFile(random: Random): Buffer {
  const text = random.once(4) ? jsonLines(random) : table(random, random.pick([',', ';', '\t', '|']));
  const marked = random.once(4) ? `\ufeff${text}` : text;
  const encoding = random.pick(['utf8', 'utf8', 'utf8', 'utf16le', 'latin1'] as const);
  const bytes = Buffer.from(marked, encoding);
  return encoding === 'utf16le' && random.once(2) ? bytes.swap16() : bytes;
}

function jsonLines(random: Random): string {
  const lines = Array.from({ length: 1 + random.below(8) }, () => {
    const values = [cell(random), random.below(1e6) / 8, random.once(2), null];
    const keys = ['a', 'b', 'c d', 'é'].filter(() => !random.once(5));
    return JSON.stringify(Object.fromEntries(keys.map((key) => [key, values[random.below(4)] ?? null])));
  });
  return lines.join(random.pick(['\n', '\r\n']));
}

function mutated(bytes: Buffer, random: Random): Buffer {
  let now = bytes;
  for (let left = random.below(5); left > 0; left -= 1) now = changed(now, random);
  return now;
}

function changed(bytes: Buffer, random: Random): Buffer {
  const [at, to] = [random.below(bytes.length + 1), random.below(bytes.length + 1)].toSorted((a, b) => a - b);
  const [before, part, behind] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
  switch (random.below(5)) {
    case 0:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(random.pick(tokens)), bytes.subarray(at)]);
    case 1:
      return Buffer.concat([before, behind]);
    case 2:
      return Buffer.concat([before, part, part, behind]);
    case 3:
      return Buffer.from(before);
    default: {
      const flipped = Buffer.from(bytes);
      if (flipped.length > 0) flipped[random.below(flipped.length)] = random.below(256);
      return flipped;
    }
  }
}
