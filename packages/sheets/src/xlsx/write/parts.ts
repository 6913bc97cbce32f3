import type { ColumnLook } from '../../model/sheet.ts';
import { columnLetters } from '../../model/column-letters.ts';
import { mostRows } from '../../workbook/size.ts';
import { escaped } from './escape.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The part of a sheet, counted from 0. */
export const sheetPart = (index: number): string => `xl/${sheetTarget(index)}`;
const sheetTarget = (index: number): string => `worksheets/sheet${index + 1}.xml`;

export interface FrameSheet {
  readonly name: string;
  readonly hidden?: boolean;
}

/** What a workbook has besides its sheets. */
export interface Frame {
  /** Instead of our own. */
  readonly styles?: string;
  readonly from1904?: boolean;
  /** The sheet that is shown first, from 0. */
  readonly active?: number;
  /** Parts in the folder `xl` that are written beside these, by the kind of their relation. */
  readonly more?: Readonly<Partial<Record<'sharedStrings' | 'theme', string>>>;
}

/** The parts of a workbook with these sheets, without the sheets themselves. */
export function frameParts(sheets: readonly FrameSheet[], frame: Frame = {}): [name: string, text: string][] {
  const { styles = ownStyles, from1904, active = 0, more = {} } = frame;
  const others = Object.entries(more);
  const overrides = [
    contentType('xl/workbook.xml', 'sheet.main'),
    ...sheets.map((_, index) => contentType(sheetPart(index), 'worksheet')),
    contentType('xl/styles.xml', 'styles'),
    ...others.map(([kind, target]) =>
      kind === 'theme' ? themeType(target) : contentType(`xl/${target}`, kind),
    ),
  ];
  const settings = `${from1904 ? '<workbookPr date1904="1"/>' : ''}${active === 0 ? '' : `<bookViews><workbookView activeTab="${active}"/></bookViews>`}`;
  const parts: [string, string][] = [
    [
      '[Content_Types].xml',
      `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
    ],
    ['_rels/.rels', related([['officeDocument', 'xl/workbook.xml']])],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}">${settings}<sheets>${sheets.map(sheetXml).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      related([
        ...sheets.map((_, index) => ['worksheet', sheetTarget(index)] as const),
        ['styles', 'styles.xml'],
        ...others,
      ]),
    ],
    ['xl/styles.xml', styles],
  ];
  return parts.map(([name, text]) => [name, text.startsWith('<?xml') ? text : declaration + text]);
}

const sheetXml = ({ name, hidden = false }: FrameSheet, index: number): string =>
  `<sheet name="${escaped(name)}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`;

const themeType = (target: string): string =>
  `<Override PartName="/xl/${target}" ContentType="application/vnd.openxmlformats-officedocument.theme+xml"/>`;

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

/**
 * The styles of cells. All are text, so an id that a person types keeps its leading zeros, and does not become a date.
 */
export const textStyles = { plain: 1, header: 2, failed: 3 } as const;
export type TextStyle = keyof typeof textStyles;

/** The background of rows that failed. */
export const failedFill =
  '<fill><patternFill patternType="solid"><fgColor rgb="FFFFC7CE"/><bgColor indexed="64"/></patternFill></fill>';

const xf = (font: number, fill: number): string =>
  `<xf numFmtId="49" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1"${font === 0 ? '' : ' applyFont="1"'}${fill === 0 ? '' : ' applyFill="1"'}/>`;

const ownStyles = `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${failedFill}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${xf(0, 0)}${xf(1, 0)}${xf(0, 2)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const usualWidth = 18;

/** The XML before the rows of a sheet. */
export function sheetHead(columns: readonly ColumnLook[], frozenRows = 0): string {
  const each = columns.map(
    ({ width = usualWidth }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${textStyles.plain}" customWidth="1"/>`,
  );
  const cols = each.length === 0 ? '' : `<cols>${each.join('')}</cols>`;
  return sheetStart(`${frozen(frozenRows)}${cols}`);
}

/** The XML before the rows, with what a sheet has there. */
export const sheetStart = (before: string): string =>
  `${declaration}<worksheet xmlns="${main}">${before}<sheetData>`;

/** Rows that stay in sight. */
export function frozen(rows: number, isRightToLeft = false): string {
  const pane = `<pane ySplit="${rows}" topLeftCell="A${rows + 1}" activePane="bottomLeft" state="frozen"/>`;
  const turned = isRightToLeft ? ' rightToLeft="1"' : '';
  if (rows === 0 && !isRightToLeft) return '';
  return `<sheetViews><sheetView${turned} workbookViewId="0">${rows === 0 ? '' : pane}</sheetView></sheetViews>`;
}

export interface TableFoot {
  readonly columns: readonly ColumnLook[];
  readonly headerRow: number;
  readonly lastRow: number;
}

/** The XML after the rows of a sheet: a filter on a table, and what its columns take. */
export function sheetFoot(table?: TableFoot): string {
  if (table === undefined || table.columns.length === 0) return '</sheetData></worksheet>';
  const { columns, headerRow, lastRow } = table;
  const validations = columns.flatMap((column, index) => validation(column, index, headerRow));
  const all =
    validations.length === 0
      ? ''
      : `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`;
  return `</sheetData>${filter(columns.length, headerRow, lastRow)}${all}</worksheet>`;
}

export function filter(columns: number, headerRow: number, lastRow: number): string {
  return `<autoFilter ref="A${headerRow}:${columnLetters(columns)}${Math.max(headerRow, lastRow)}"/>`;
}

/** The longest lists and hints that Excel reads. */
const longest = { list: 255, hint: 255 };

function validation({ allowed = [], hint }: ColumnLook, index: number, headerRow: number): string[] {
  const letters = columnLetters(index + 1);
  const list = allowed.join(',');
  const isList =
    allowed.length > 0 && list.length <= longest.list && !allowed.some((one) => /[",]/u.test(one));
  if (!isList && hint === undefined) return [];
  const shown = hint === undefined ? '' : ` showInputMessage="1" prompt="${escaped(cut(hint))}"`;
  const checked = isList ? ' type="list" showErrorMessage="1"' : '';
  const formula = isList ? `<formula1>"${escaped(list)}"</formula1>` : '';
  return [
    `<dataValidation${checked} allowBlank="1"${shown} sqref="${letters}${headerRow + 1}:${letters}${mostRows}">${formula}</dataValidation>`,
  ];
}

const cut = (hint: string): string =>
  hint.length > longest.hint ? `${hint.slice(0, longest.hint - 1).toWellFormed()}…` : hint;
