import { zipOf, type ZipPart } from './zip.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';

interface SheetXml {
  readonly rows: string;
  /** References of merged cells, such as `A1:B1`. */
  readonly merges?: readonly string[];
}

interface WorkbookXml {
  readonly sheets: readonly SheetXml[];
  /** The `<si>` elements. */
  readonly texts?: string;
  /** The format codes of styles 1, 2, …; a number is a built-in format. */
  readonly formats?: readonly (string | number)[];
  readonly more?: readonly ZipPart[];
  /** Changes the parts before they are packed. */
  readonly change?: (parts: ZipPart[]) => ZipPart[];
}

/** A minimal workbook of raw XML. */
export function workbook(xml: WorkbookXml): Buffer {
  const parts: ZipPart[] = [
    { name: '[Content_Types].xml', bytes: contentTypes },
    { name: '_rels/.rels', bytes: relations([['officeDocument', 'xl/workbook.xml']]) },
    { name: 'xl/workbook.xml', bytes: workbookXml(xml) },
    { name: 'xl/_rels/workbook.xml.rels', bytes: workbookRelations(xml) },
    ...xml.sheets.map((sheet, index) => ({ name: sheetPart(index), bytes: sheetXml(sheet) })),
    ...(xml.formats ? [{ name: 'xl/styles.xml', bytes: stylesXml(xml.formats) }] : []),
    ...(xml.texts === undefined ? [] : [{ name: 'xl/sharedStrings.xml', bytes: textsXml(xml.texts) }]),
    ...(xml.more ?? []),
  ];
  return zipOf(xml.change?.(parts) ?? parts);
}

/** A workbook of one sheet that has these rows. */
export const oneSheet = (rows: string, more: Omit<WorkbookXml, 'sheets'> = {}) =>
  workbook({ ...more, sheets: [{ rows }] });

const sheetPart = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`;

const contentTypes = `<Types xmlns="${packaged}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`;

function relations(targets: readonly (readonly [kind: string, target: string])[]): string {
  const each = targets.map(
    ([kind, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packaged}/relationships">${each.join('')}</Relationships>`;
}

function workbookRelations({ sheets, formats, texts }: WorkbookXml): string {
  return relations([
    ...sheets.map((_, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
    ...(formats ? [['styles', 'styles.xml'] as const] : []),
    ...(texts === undefined ? [] : [['sharedStrings', 'sharedStrings.xml'] as const]),
  ]);
}

function workbookXml({ sheets }: WorkbookXml): string {
  const each = sheets.map(
    (_, index) => `<sheet name="Sheet${index + 1}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each.join('')}</sheets></workbook>`;
}

function sheetXml({ rows, merges = [] }: SheetXml): string {
  const merged = merges.map((reference) => `<mergeCell ref="${reference}"/>`).join('');
  const behind = merged === '' ? '' : `<mergeCells>${merged}</mergeCells>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${behind}</worksheet>`;
}

const textsXml = (texts: string): string => `<sst xmlns="${main}">${texts}</sst>`;

function stylesXml(formats: readonly (string | number)[]): string {
  const ids = formats.map((format, index) => (typeof format === 'number' ? format : 164 + index));
  const own = formats.flatMap((format, index) =>
    typeof format === 'number'
      ? []
      : [
          `<numFmt numFmtId="${164 + index}" formatCode="${format.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"/>`,
        ],
  );
  // The last style is bold.
  const styles = [...[0, ...ids].map((id) => `<xf numFmtId="${id}"/>`), '<xf numFmtId="0" fontId="1"/>'];
  return `<styleSheet xmlns="${main}"><numFmts>${own.join('')}</numFmts><fonts><font/><font><b/></font></fonts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`;
}

/** `<row>` with its number and its cells in XML. */
export const row = (number: number, ...cells: readonly string[]): string =>
  `<row r="${number}">${cells.join('')}</row>`;

/** A cell with an inline text. */
export const text = (reference: string, value: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** A number, perhaps with a style. */
export const number = (reference: string, value: string | number, style?: number): string =>
  `<c r="${reference}"${style === undefined ? '' : ` s="${style}"`}><v>${value}</v></c>`;

/** A row of names. */
export const names = (at: number, ...headers: readonly string[]): string =>
  row(at, ...headers.map((name, index) => text(`${String.fromCharCode(65 + index)}${at}`, name)));
