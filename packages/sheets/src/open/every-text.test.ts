import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { everyText } from './every-text.ts';
import { SheetError } from '../model/sheet-error.ts';
import { memorySource } from '../model/source.ts';
import { workbook } from '../testing/workbook.ts';
import { zipOf } from '../testing/zip.ts';

const row = (text: string) => `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`;
const wanted = 'ana@example.com & Söhne';

async function isFound(bytes: Uint8Array): Promise<boolean> {
  for await (const text of everyText(memorySource(bytes))) if (text.includes(wanted)) return true;
  return false;
}

describe('every text of a file', () => {
  it.each([
    ['UTF-8', Buffer.from(`a,b\n${wanted},x`)],
    ['UTF-16', Buffer.from(`\uFEFFa\t${wanted}`, 'utf16le')],
    ['windows-1252', Buffer.from(`a;${wanted}`, 'latin1')],
    ['gzip', gzipSync(`a,${wanted}`)],
    [
      'another sheet of a workbook',
      workbook({ sheets: [{ rows: row('x') }, { rows: row(wanted.replace('&', '&amp;')) }] }),
    ],
    [
      'entities and partly bold words of a workbook',
      workbook({
        sheets: [{ rows: row('x') }],
        texts:
          '<si><r><t>ana</t></r><r><rPr><b/></rPr><t>&#64;example&#x2E;com &amp; S&#xF6;hne</t></r></si>',
      }),
    ],
    [
      'a comment of a workbook',
      zipOf([{ name: 'xl/comments1.xml', bytes: Buffer.from(`<t>${wanted}</t>`) }]),
    ],
  ])('has what is in %s', async (_name, bytes) => {
    expect(await isFound(bytes)).toBe(true);
    expect(await isFound(Buffer.from('other'))).toBe(false);
  });

  it('has what is across two pieces', async () => {
    const bytes = Buffer.from(`${'x,'.repeat(50)}${wanted}`);
    async function* stream() {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    }
    let isIn = false;
    for await (const text of everyText({ bytes: bytes.length, stream })) isIn ||= text.includes(wanted);
    expect(isIn).toBe(true);
  });

  it('is refused for a damaged workbook', async () => {
    await expect(isFound(Buffer.from('PK damaged'))).rejects.toThrow(SheetError);
  });
});
