import type { OutputTable } from '../model/sheet.ts';
import { guardedText } from '../table/formula-guard.ts';
import { mostColumns } from '../workbook/size.ts';
import { zipStream } from '../zip/zip-stream.ts';
import { families } from './content.ts';
import { contentPart, odsType } from './ods-type.ts';

/** How much text is collected before it is packed. */
const pieceCharacters = 64 * 1024;

const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${odsType}"/><manifest:file-entry manifest:full-path="${contentPart}" manifest:media-type="text/xml"/></manifest:manifest>`;

const namespaces = Object.entries(families).map(([prefix, name]) => `xmlns:${prefix.slice(0, -1)}="${name}"`);
const head = `<?xml version="1.0" encoding="UTF-8"?>
<office:document-content ${namespaces.join(' ')} office:version="1.3"><office:body><office:spreadsheet>`;
const foot = '</table:table></office:spreadsheet></office:body></office:document-content>';

/** All cells are texts, so only a `'` that would be removed again needs a guard. */
export async function* writeOds(table: OutputTable): AsyncGenerator<Uint8Array, void, void> {
  const { headerRow, sheetName = 'Sheet1', header, above = [], rows } = table;
  const zip = zipStream();
  yield zip.stored('mimetype', odsType);
  yield zip.part('META-INF/manifest.xml', manifest);
  yield zip.open(contentPart);
  let gathered = `${head}<table:table table:name="${escaped(sheetName)}">`;
  let last = 0;

  function add(number: number, cells: readonly string[]): void {
    const blank = number - last - 1;
    if (blank > 0)
      gathered += `<table:table-row${times('rows', blank)}><table:table-cell/></table:table-row>`;
    gathered += `<table:table-row>${cells.slice(0, mostColumns).map(cellXml).join('')}</table:table-row>`;
    last = number;
  }

  for (const { number, cells } of above) add(number, cells);
  add(headerRow, header);
  for await (const chunk of rows) {
    for (const { number, cells } of chunk) {
      add(number, cells);
      if (gathered.length < pieceCharacters) continue;
      yield zip.write(Buffer.from(gathered));
      gathered = '';
    }
  }
  yield zip.write(Buffer.from(gathered + foot));
  yield zip.close();
  yield zip.end();
}

const times = (of: 'rows' | 'columns', count: number): string => ` table:number-${of}-repeated="${count}"`;

function cellXml(cell: string): string {
  if (cell === '') return '<table:table-cell/>';
  const paragraphs = guardedText(cell)
    .split(/\r\n|[\r\n]/u)
    .map(paragraphXml);
  return `<table:table-cell office:value-type="string">${paragraphs.join('')}</table:table-cell>`;
}

function paragraphXml(line: string): string {
  const text = escaped(line)
    .replaceAll('\t', '<text:tab/>')
    .replaceAll(/^ +|(?<= ) +| $/gu, (spaces) => `<text:s text:c="${spaces.length}"/>`);
  return `<text:p>${text}</text:p>`;
}

/** What XML cannot contain becomes a replacement character. */
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/gu;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text between tags or in double quotes. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(unwritable, '\ufffd')
    .replaceAll(/[&<>"]/gu, (sign) => entities[sign] ?? sign);
}
