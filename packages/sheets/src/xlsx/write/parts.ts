import { escaped } from './escape.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The part of a sheet, counted from 0. */
export const sheetPart = (index: number): string => `xl/${sheetTarget(index)}`;
const sheetTarget = (index: number): string => `worksheets/sheet${index + 1}.xml`;

/** The parts of a workbook with these sheets, without the sheets themselves. */
export function frameParts(sheetNames: readonly string[]): [name: string, text: string][] {
  const parts: [string, string][] = [
    [
      '[Content_Types].xml',
      `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${contentType('xl/workbook.xml', 'sheet.main')}${sheetNames.map((_, index) => contentType(sheetPart(index), 'worksheet')).join('')}${contentType('xl/styles.xml', 'styles')}</Types>`,
    ],
    ['_rels/.rels', related([['officeDocument', 'xl/workbook.xml']])],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheetNames.map(sheetXml).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      related([
        ...sheetNames.map((_, index) => ['worksheet', sheetTarget(index)] as const),
        ['styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', styles],
  ];
  return parts.map(([name, text]) => [name, declaration + text]);
}

const sheetXml = (name: string, index: number): string =>
  `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`;

function contentType(part: string, kind: string): string {
  return `<Override PartName="/${part}" ContentType="${types}.${kind}+xml"/>`;
}

function related(targets: readonly (readonly [kind: string, target: string])[]): string {
  const each = targets.map(
    ([kind, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packaged}/relationships">${each.join('')}</Relationships>`;
}

/** The style of every cell: text. So an id that a person types keeps its leading zeros, and does not become a date. */
export const textStyle = 1;

const styles = `<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** The XML before the rows of a sheet of so many columns. */
export function sheetHead(columns: number): string {
  const cols =
    columns === 0
      ? ''
      : `<cols><col min="1" max="${columns}" width="18" style="${textStyle}" customWidth="1"/></cols>`;
  return `${declaration}<worksheet xmlns="${main}">${cols}<sheetData>`;
}

export const sheetFoot = '</sheetData></worksheet>';
