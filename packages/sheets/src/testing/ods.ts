import { zipOf, type ZipPart } from './zip.ts';
import { families } from '../ods/content.ts';
import { odsType } from '../ods/ods-type.ts';

interface OdsXml {
  /** The `<table:table>` elements. */
  readonly tables: string;
  readonly styles?: string;
  /** Changes the parts before they are packed. */
  readonly change?: (parts: ZipPart[]) => ZipPart[];
}

const namespaces = Object.entries(families).map(([prefix, name]) => `xmlns:${prefix.slice(0, -1)}="${name}"`);

/** A minimal spreadsheet of raw XML. */
export function spreadsheet({ tables, styles = '', change }: OdsXml): Buffer {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<office:document-content ${namespaces.join(' ')} xmlns:fo="fo" xmlns:calcext="calcext"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`;
  const parts = [
    { name: 'mimetype', bytes: odsType },
    { name: 'content.xml', bytes: xml },
  ];
  return zipOf(change?.(parts) ?? parts);
}

export const table = (rows: string, name = 'Sheet1', more = ''): string =>
  `<table:table table:name="${name}"${more}>${rows}</table:table>`;
export const tr = (cells: string, more = ''): string => `<table:table-row${more}>${cells}</table:table-row>`;
export const td = (text: string, more = ''): string =>
  text === ''
    ? '<table:table-cell/>'
    : `<table:table-cell office:value-type="string"${more}><text:p>${text}</text:p></table:table-cell>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

/** Rows of texts. What XML cannot contain is left out. */
export function odsOf(rows: readonly (readonly string[])[]): Buffer {
  const plain = (text: string) =>
    text
      .replaceAll(/[\u0000-\u0008\u000b-\u001f]/gu, '')
      .replaceAll(/[&<"]/gu, (sign) => entities[sign] ?? sign)
      .replaceAll('\t', '<text:tab/>')
      .replaceAll('\n', '<text:line-break/>')
      .replaceAll(' ', '<text:s/>');
  return spreadsheet({
    tables: table(rows.map((cells) => tr(cells.map((cell) => td(plain(cell))).join(''))).join('')),
  });
}
