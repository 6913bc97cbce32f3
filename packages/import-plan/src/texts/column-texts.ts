import { decodedOnce, hasUnpairedQuote, isSurelyTwiceEncoded } from '@sluice/sheets';
import { rowsText } from '../formats/evidence.ts';
import {
  hasControls,
  hasReplacement,
  withoutMarks,
  withoutStyle,
  withPlainSpaces,
  withSigns,
} from './clean-text.ts';
import { hasTags, withoutEntities, withoutProtection } from './written-forms.ts';

export interface TextFindings {
  /** Absent if no cell of the column is changed. */
  readonly repair?: Change;
  /** What follows the name of the column. */
  readonly notes: readonly string[];
}

type Change = (text: string) => string;

/** How often a text may have been encoded too often. */
const mostLevels = 3;
const ascii = /^[\u0000-\u007f]*$/u;

interface Watch {
  /** Whether it is text for people, in which more characters can be meant. */
  readonly isProse: boolean;
  /** Whether quotes belong to the format of the file. */
  readonly isQuoted: boolean;
}

/** Sees all cells of a column. */
export function watchTexts({ isProse, isQuoted }: Watch) {
  /** What the cells show as they are, and as they were before they were encoded again. */
  const levels: Level[] = [];
  const [unpaired, tags] = [createTally(), createTally()];
  const forms = writtenForms.map((form) => ({ ...form, tally: createTally() }));

  function see(row: number, cell: string): void {
    let text = cell;
    for (const { change, tally } of forms) {
      const changed = change(text);
      if (changed !== text) tally.add(row);
      text = changed;
    }
    if (isQuoted && hasUnpairedQuote(text)) unpaired.add(row);
    if (hasTags(text)) tags.add(row);
    for (let depth = 0; depth < mostLevels && !ascii.test(text); depth += 1) {
      const decoded = decodedOnce(text);
      (levels[depth] ??= createLevel(isProse ? prose : plain)).see(row, text, decoded);
      if (decoded === undefined) return;
      text = decoded;
    }
  }

  function findings(): TextFindings {
    const made = forms.filter(({ tally }) => tally.count > 0);
    const repairs: Change[] = made.map(({ change }) => change);
    const notes = made.map(({ what, tally }) => `${what} ${tally.cells()}.`);
    if (unpaired.count > 0)
      notes.push(
        `a quote without a partner is in the text of ${unpaired.rows()}, so a cell may be cut: ${compare}`,
      );
    if (tags.count > 0) notes.push(`tags of HTML are in the text of ${tags.rows()}: ${compare}`);
    for (const [depth, level] of levels.entries()) {
      if (!level.isTwiceEncoded()) {
        const cleaned = level.findings();
        notes.push(...cleaned.notes);
        if (cleaned.repair) repairs.push(cleaned.repair);
        break;
      }
      if (depth === 0) notes.push(level.repairNote());
      repairs.push((text) => decodedOnce(text) ?? text);
    }
    if (repairs.length === 0) return { notes };
    return { notes, repair: (cell) => repairs.reduce((text, change) => change(text), cell) };
  }

  return { see, findings };
}

type Level = ReturnType<typeof createLevel>;

function createLevel(changes: readonly NamedChange[]) {
  const [certain, decodable, otherwise] = [createTally(), createTally(), createTally()];
  const [signs, noSigns, lost] = [createTally(), createTally(), createTally()];
  const changed = changes.map((change) => ({ ...change, tally: createTally() }));

  function see(row: number, text: string, decoded: string | undefined): void {
    if (isSurelyTwiceEncoded(text)) certain.add(row);
    (decoded === undefined ? otherwise : decodable).add(row);
    if (hasReplacement(text)) lost.add(row);
    if (hasControls(text)) (withSigns(text) === undefined ? noSigns : signs).add(row);
    for (const { change, tally } of changed) if (change(text) !== text) tally.add(row);
  }

  function findings(): TextFindings {
    const notes =
      lost.count === 0 ? [] : [`letters were lost before the file was saved, in ${lost.rows()}: ${compare}`];
    // Other repairs would make it harder to repair these cells.
    if (certain.count > 0) return { notes: [...notes, mixed(certain.rows(), otherwise.rows())] };
    const replaced = signs.count > 0 && noSigns.count === 0 ? [{ ...signChange, tally: signs }] : [];
    if (noSigns.count > 0)
      notes.push(`control characters stand for no sign in ${noSigns.rows()}: ${compare}`);
    const made = [...replaced, ...changed].filter(({ tally }) => tally.count > 0);
    notes.push(...made.map(({ what, tally }) => `${what} ${tally.cells()}.`));
    return made.length === 0
      ? { notes }
      : { notes, repair: (text) => made.reduce((cell, { change }) => change(cell), text) };
  }

  return {
    see,
    findings,
    isTwiceEncoded: () => certain.count > 0 && otherwise.count === 0,
    repairNote: () => `text that was encoded twice (Ã¶ for ö) was repaired ${decodable.cells()}.`,
  };
}

const compare = 'compare them with their source.';

const mixed = (rows: string, others: string): string =>
  `the text was encoded twice (Ã¶ for ö) in ${rows}, but not in ${others}, so nothing was repaired: ${compare}`;

interface NamedChange {
  readonly what: string;
  readonly change: Change;
}

const writtenForms: readonly NamedChange[] = [
  { what: 'what kept digits from becoming numbers was removed', change: withoutProtection },
  { what: 'entities of HTML were replaced by their signs', change: withoutEntities },
];
const prose: readonly NamedChange[] = [
  { what: 'invisible characters were removed', change: withoutMarks },
  { what: 'no-break spaces were replaced by spaces', change: withPlainSpaces },
];
const plain: readonly NamedChange[] = [
  {
    what: 'invisible characters, no-break spaces and forms of full or half width were replaced',
    change: withoutStyle,
  },
];
const signChange: NamedChange = {
  what: 'control characters were replaced by the signs of Windows-1252',
  change: (text) => withSigns(text) ?? text,
};

const rowsNamed = 3;

/** Counts rows in constant memory. */
function createTally() {
  const first: number[] = [];
  let count = 0;
  const rows = () => rowsText(first, count - first.length);
  return {
    add: (row: number): void => {
      count += 1;
      if (first.length < rowsNamed) first.push(row);
    },
    get count() {
      return count;
    },
    rows,
    cells: () => `in ${count === 1 ? '1 cell' : `${count} cells`} (${rows()})`,
  };
}
