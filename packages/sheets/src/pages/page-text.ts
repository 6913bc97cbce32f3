import { latin1Text } from '#platform';
import type { Page } from '../model/encodings.ts';
import { ownTables } from './own-tables.ts';
import { windows1252Text } from './windows-1252.ts';

/** What stands for bytes that a page does not have. */
export const missing = '\ufffd';

export interface PageText {
  /** Whether each byte is one character. */
  readonly isSingle: boolean;
  /** Of whole lines: no character of several bytes has a line break. */
  readonly textOf: (bytes: Buffer) => string;
}

const severalBytes: readonly Page[] = [
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'euc-kr',
  'gbk',
  'gb18030',
  'big5',
];

export function pageText(page: Page): PageText {
  if (severalBytes.includes(page)) {
    const decoder = new TextDecoder(page);
    return { isSingle: false, textOf: (bytes) => decoder.decode(bytes) };
  }
  const table = tableOf(page);
  const textOf = (bytes: Buffer) =>
    latin1Text(bytes).replaceAll(/[\u0080-\u00ff]/g, (byte) => table.charAt(byte.charCodeAt(0) - 0x80));
  return { isSingle: true, textOf };
}

const upperHalf = Buffer.from(Array.from({ length: 128 }, (_, at) => 0x80 + at));

/** The characters from 0x80 on. Control characters are none. */
function tableOf(page: Page): string {
  // Some versions of Node read Windows-1252 as Latin-1.
  const own = page === 'windows-1252' ? windows1252Text(upperHalf) : ownTables[page];
  return (own ?? decodedEach(page)).replaceAll(/[\u0080-\u009f]/g, missing);
}

function decodedEach(page: Page): string {
  const decoder = new TextDecoder(page);
  return Array.from(upperHalf, (byte) => decoder.decode(Uint8Array.of(byte))).join('');
}
