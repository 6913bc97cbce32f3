import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const budget = 'packages/sheets/src/model/file-budget.ts';
const rows = 'packages/sheets/src/table/collect-rows.ts';
const archive = 'packages/sheets/src/zip/archive.ts';
const transforms = 'packages/import-plan/src/transforms';

/** Ways in which a small file makes much work. */
export const mutants = mutantsOf(import.meta.url, {
  'each part of a file may grow for itself': {
    file: budget,
    from: 'if (this.#size > this.#most) throw',
    to: 'if (bytes > this.#most) throw',
  },
  'a part that is read again costs nothing': {
    file: archive,
    from: '      budget.unpack(bytes.length);\n',
    to: '',
  },
  'two sheets may be one part': {
    file: 'packages/sheets/src/xlsx/workbook.ts',
    from: 'parts.size < sheets.length',
    to: 'parts.size < 1',
  },
  'two parts may be the same bytes': {
    file: archive,
    from: '    places.add(entry.relativeOffsetOfLocalHeader);\n',
    to: '',
  },
  'spaces by number have no limit in a cell': {
    file: 'packages/sheets/src/ods/ods-rows.ts',
    from: 'this.#checkText(this.#paragraphs.open(name, () => prefixedAttributesOf(raw)))',
    to: 'this.#paragraphs.open(name, () => prefixedAttributesOf(raw))',
  },
  'a row that is not kept costs nothing': {
    file: rows,
    from: 'this.#budget.make(text.length, row);\n    this.#fillUp',
    to: "if (text.trim() !== '') this.#budget.make(text.length, row);\n    this.#fillUp",
  },
  'a repeated row costs what one costs': {
    file: rows,
    from: 'this.#budget.make((times - 1) * (written.row',
    to: 'this.#budget.make(1 * (written.row',
  },
  'blanks of a repeated row are not counted': {
    file: rows,
    from: 'this.#addBlanks((times - 1) *',
    to: 'this.#addBlanks(1 *',
  },
  'a small file may have as many blanks as a large one': {
    file: budget,
    from: 'Math.min(limits.blankCells, blanksForCharacter * mostGrown(bytes, limits))',
    to: 'limits.blankCells',
  },
  'cells that a row lacks cost nothing': {
    file: 'packages/sheets/src/csv/open-csv.ts',
    from: 'rows: counted,',
    to: 'rows,',
  },
  'all lines of a block become cells at once': {
    file: 'packages/sheets/src/fixed/open-fixed.ts',
    from: 'if (rows.length * spans.length >= chunkCells) yield rows.splice(0);',
    to: '',
  },
  'gzip may grow without end': {
    file: 'packages/sheets/src/gzip/gunzip.ts',
    from: '      budget.grow(piece.length);\n',
    to: '',
  },
  'a step may multiply a text': {
    file: `${transforms}/text-steps.ts`,
    from: 'length > mostMade ? tooLong(text) : parts.join(by)',
    to: 'parts.join(by)',
  },
  'only the last step is limited': {
    file: `${transforms}/compile.ts`,
    from: 'bounded(apply(text), text)',
    to: 'apply(text)',
  },
  'an expression may make a text of any length': {
    file: 'packages/import-plan/src/columns/computed-columns.ts',
    from: 'bounded(String(expression.evaluate(row.cells, places)), text)',
    to: 'String(expression.evaluate(row.cells, places))',
  },
  'each pattern has the steps of all': {
    file: `${transforms}/part.ts`,
    from: 'work.spend(text.length, size);',
    to: 'new PatternWork().spend(text.length, size);',
  },
});
