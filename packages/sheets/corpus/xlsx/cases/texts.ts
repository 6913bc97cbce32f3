import type { Case } from '../case.ts';
import { names, number, oneSheet, row, text } from '../workbook.ts';

const shared = (reference: string, index: number): string => `<c r="${reference}" t="s"><v>${index}</v></c>`;

/** A part is moved to the front of the archive. */
const partFirst =
  (name: string) =>
  <T extends { readonly name: string }>(parts: T[]): T[] =>
    parts.toSorted((a, b) => Number(b.name === name) - Number(a.name === name));

const sharedTexts = '<si><t>Name</t></si><si><t>Note</t></si><si><t>Ann</t></si><si><t/></si>';
const sharedRows = row(1, shared('A1', 0), shared('B1', 1)) + row(2, shared('A2', 2), shared('B2', 3));

export const texts: readonly Case[] = [
  {
    name: 'shared-texts-behind',
    says: 'The shared texts stand behind the sheet in the archive; an empty one is a blank cell.',
    bytes: oneSheet(sharedRows, { texts: sharedTexts }),
    expected: { header: ['Name', 'Note'], rows: [[2, 'Ann', '']] },
  },
  {
    name: 'shared-texts-first',
    says: 'The shared texts stand before everything else in the archive.',
    bytes: oneSheet(sharedRows, { texts: sharedTexts, change: partFirst('xl/sharedStrings.xml') }),
    expected: { header: ['Name', 'Note'], rows: [[2, 'Ann', '']] },
  },
  {
    name: 'rich-text',
    says: 'Runs of a text in several fonts are one text; how it is pronounced is none of it.',
    bytes: oneSheet(row(1, shared('A1', 0)) + row(2, shared('A2', 1)) + row(3, shared('A3', 2)), {
      texts: [
        '<si><t>Name</t></si>',
        '<si><r><rPr><b/><sz val="11"/></rPr><t xml:space="preserve">Ann </t></r><r><t>Smith</t></r></si>',
        '<si><t>課長</t><rPh sb="0" eb="2"><t>カチョウ</t></rPh><phoneticPr fontId="1"/></si>',
      ].join(''),
    }),
    expected: {
      header: ['Name'],
      rows: [
        [2, 'Ann Smith'],
        [3, '課長'],
      ],
    },
  },
  {
    name: 'inline-rich-text',
    says: 'Texts in the cells themselves, in runs, with white space that is kept.',
    bytes: oneSheet(
      names(1, 'Name') +
        row(
          2,
          '<c r="A2" t="inlineStr"><is><r><t>Zo</t></r><r><t xml:space="preserve">ë  B. </t></r></is></c>',
        ),
    ),
    expected: { header: ['Name'], rows: [[2, 'Zoë  B. ']] },
  },
  {
    name: 'escaped-characters',
    says: 'What XML cannot hold is written _x000D_; an underscore that would look so is _x005F_. An escape of half a character is none.',
    bytes: oneSheet(
      names(1, 'Name', 'Note') +
        row(2, text('A2', 'two_x000D_\nlines'), text('B2', '_x005F_x000D_ as typed')) +
        row(3, text('A3', 'snake_x_case'), text('B3', '_xD83D_ _x0000_')),
    ),
    expected: {
      header: ['Name', 'Note'],
      rows: [
        [2, 'two\r\nlines', '_x000D_ as typed'],
        [3, 'snake_x_case', '_xD83D_ _x0000_'],
      ],
    },
  },
  {
    name: 'entities-and-cdata',
    says: 'Entities by name and by number, CDATA, comments and instructions in the midst of the rows.',
    bytes: oneSheet(
      names(1, 'Name', 'Note') +
        '<!-- a > comment --><?any <instruction> ?>' +
        row(
          2,
          text('A2', 'A &amp; B &lt;&#67;&#x44;&gt; &quot;&apos;'),
          text('B2', '<![CDATA[<b>&amp;]]]> x'),
        ),
    ),
    expected: { header: ['Name', 'Note'], rows: [[2, 'A & B <CD> "\'', '<b>&amp;] x']] },
  },
  {
    name: 'beyond-latin',
    says: 'Characters of two, three and four bytes, in header and cells.',
    bytes: oneSheet(names(1, 'Größe', '名前') + row(2, text('A2', '½'), text('B2', '李 😀'))),
    expected: { header: ['Größe', '名前'], rows: [[2, '½', '李 😀']] },
  },
  {
    name: 'utf-16',
    says: 'The sheet is UTF-16 with a byte order mark, as XML allows.',
    bytes: oneSheet(names(1, 'Name') + row(2, text('A2', 'Zoë')), {
      change: (parts) =>
        parts.map((part) =>
          part.name.includes('sheet1')
            ? {
                ...part,
                bytes: Buffer.from(`\ufeff${String(part.bytes).replace('UTF-8', 'UTF-16')}`, 'utf16le'),
              }
            : part,
        ),
    }),
    expected: { header: ['Name'], rows: [[2, 'Zoë']] },
  },
  {
    name: 'formulas',
    says: 'A formula is its result as it was saved: a number, a text, an empty text, a truth, an error.',
    bytes: oneSheet(
      names(1, 'Sum', 'Text', 'Empty', 'True', 'Error') +
        row(
          2,
          '<c r="A2"><f>1+1</f><v>2</v></c>',
          '<c r="B2" t="str"><f>"a"&amp;"b"</f><v>ab</v></c>',
          '<c r="C2" t="str"><f>""</f><v></v></c>',
          '<c r="D2" t="b"><f>1=1</f><v>1</v></c>',
          '<c r="E2" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
        ),
    ),
    expected: {
      header: ['Sum', 'Text', 'Empty', 'True', 'Error'],
      rows: [[2, '2', 'ab', '', 'TRUE', '#DIV/0!']],
    },
  },
  {
    name: 'formula-without-result',
    says: 'Some programs write formulas and no results: the cell is named.',
    bytes: oneSheet(
      names(1, 'Name', 'Sum') + row(2, text('A2', 'Ann'), '<c r="B2"><f>SUM(C2:D2)</f><v/></c>'),
    ),
    expected: { error: 'no_value', row: 2, column: 2, message: 'the cell B2 has a formula' },
  },
  {
    name: 'truths-and-errors',
    says: 'TRUE, FALSE, and errors as Excel shows them.',
    bytes: oneSheet(
      names(1, 'Active', 'Owner') +
        row(2, '<c r="A2" t="b"><v>1</v></c>', '<c r="B2" t="e"><v>#N/A</v></c>') +
        row(3, '<c r="A3" t="b"><v>0</v></c>', number('B3', 5)),
    ),
    expected: {
      header: ['Active', 'Owner'],
      rows: [
        [2, 'TRUE', '#N/A'],
        [3, 'FALSE', '5'],
      ],
    },
  },
];
