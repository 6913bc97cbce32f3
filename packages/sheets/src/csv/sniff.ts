import type { Delimiter } from '../sheet.ts';
import { isBlankRow } from './blank-row.ts';
import { tokenizer, type Dialect } from './tokenize.ts';

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];

/** How many rows a delimiter is judged by. */
const judgedRows = 1000;

export interface Sample {
  /** The first block of the file as text. */
  readonly text: string;
  /** Whether that is the whole file. */
  readonly whole: boolean;
}

/** What the first block says about the rest: the same for the same bytes, however they came. */
export function sniff(sample: Sample, stated?: Delimiter): Dialect & { readonly delimiter: Delimiter } {
  const newline = sniffNewline(sample.text);
  return { newline, delimiter: stated ?? sniffDelimiter(sample, newline) };
}

/** `\r` only where no line feed stands outside quotes, as old Macs wrote. */
function sniffNewline(text: string): '\n' | '\r' {
  let quoted = false;
  let returns = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === '\n') return '\n';
    else if (char === '\r') returns = true;
  }
  return returns ? '\r' : '\n';
}

/**
 * The delimiter under which most rows are as wide as the header, with no quoted cell cut in two; of several, the one that makes more columns. One
 * that the header does not hold is none. Without any there is one column, and the comma stands for it.
 */
function sniffDelimiter({ text, whole }: Sample, newline: Dialect['newline']): Delimiter {
  let best: { readonly delimiter: Delimiter; readonly share: number; readonly columns: number } | undefined;
  for (const delimiter of delimiters) {
    const { rows } = tokenizer({ delimiter, newline })(text, whole);
    const judged = rows.filter((row) => !isBlankRow(row)).slice(0, judgedRows);
    const columns = judged[0]?.length ?? 0;
    if (columns < 2) continue;
    const share = judged.filter((row) => row.length === columns && !row.some(isCut)).length / judged.length;
    if (best === undefined || share > best.share || (share === best.share && columns > best.columns)) {
      best = { delimiter, share, columns };
    }
  }
  return best?.delimiter ?? ',';
}

/** A wrong delimiter leaves one quote in each part of a quoted cell. */
function isCut(cell: string): boolean {
  return cell.includes('"') && cell.split('"').length % 2 === 0;
}
