import { reasonText } from '@sluice/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planFailure, planText, settingsOf } from '../testing/plans.ts';
import { compileExpression } from './expression.ts';

const types = ['string', 'double', 'int', 'bool'];
const places = new Map([
  ['a', 0],
  ['b', 1],
]);
const made = (source: string, a: string, b = '') => compileExpression(source, types).evaluate([a, b], places);

describe('an expression', () => {
  it.each([
    ['row["A"] == "" ? row["B"] : row["A"] + " " + row.B', ['x', ' y '], 'x y'],
    ['row["A"] == "" ? row["B"] : row["A"]', ['', 'y'], 'y'],
    ['number(row["A"]) * 1.2', ['10', ''], 12],
    ['number(row["A"]) > 5 && row["B"] in ["x", "y"]', ['5.5', 'y'], true],
    ['row["A"].lowerAscii().startsWith("vip") || !row["B"].contains("@")', ['VIP 1', 'a@b'], true],
    ['string(row["A"].size() + row["B"].indexOf("c"))', ['ab', 'abc'], '4'],
  ])('%s', (source, [a = '', b = ''], expected) => {
    expect(made(source, a, b)).toBe(expected);
  });

  it.each([
    ['row["A"] >', 'it ends too early'],
    ['row["A"] > 5', 'a cell is text: write number(row["A"]) > 5'],
    ['5 < row["A"]', 'a cell is text: write 5 < number(row["A"])'],
    ['row["B"] == "" && row["A"] > 5', 'a cell is text: write number(row["A"]) > 5'],
    ['row["A"] + 1', 'a cell is text: write number(row["A"]) + 1.0'],
    ['row["A"].substring(0, 2) + row["A"].size() + ""', 'a cell is text: write number'],
    ['number(row["A"]) * 2', 'write numbers as 2.0 beside number(row["A"]), not as 2'],
    ['true == row["A"]', 'true or false and a text do not go with =='],
    ['row["A" > 1', 'a ] is missing'],
    ['(row["A"]', 'a ) is missing'],
    ['row["A"] = "x"', 'compare with =='],
    ['row["A"] == “x”', '“ is not a "'],
    ['row["A"] == "" and row["B"] == ""', 'write && for and, || for or'],
    ['row["A"] == "" & row["B"] == ""', 'write && for and, || for or'],
    ['not row["A"]', 'write ! for not'],
    ['row["A"] <> "x"', 'write != for <>'],
    ['row["A"]; 1', '; cannot be here'],
    ['row["A', 'a text has no quote at its end'],
    ['!row["A"]', '! is for a condition, such as !(row["A"] == "yes")'],
    ['-row["A"]', 'a cell is text: write -number(row["A"])'],
    ['row["A"] && true', '&& and || join conditions, such as row["A"] == "yes"'],
    ['row["A"] ? "a" : "b"', 'before ? is a condition, such as row["A"] == "yes"'],
    ['row["A"] == "x" ? 1 : "b"', 'both values of ? and : must be texts, or both numbers'],
    ['row["A"] == "x" ? "de"', 'a ? needs a : and the other value'],
    ['row["A"].substring("a")', 'substring cannot be used with a text'],
    ['number(row["A"], 1)', 'number takes the text of a cell: number(row["A"])'],
    ['row["A"].toLowerCase() == "x"', 'size, indexOf, substring: write lowerAscii()'],
    ['row[A]', 'write the name of a column in quotes: row["A"]'],
    ['row["A"].matches("(a+)+$") ? "x" : "y"', 'matches is none of startsWith'],
    ['[1, 2].map(x, x * 2) == [2] ? row["A"] : ""', 'map is none of'],
    ['[row["A"]].exists(x, x == "a") ? "x" : ""', 'exists is none of'],
    ['cel.bind(x, row["A"], x + x)', 'bind is none of'],
    ['row[row["A"]]', 'may not use [] here'],
    ['process.exit(1)', 'exit is none of'],
    ['row["A"] + process', 'only columns can be read'],
    ['{"a": row["A"]}["a"]', 'it has too many parts'],
    ['row["A"].contains(row["B"])', 'contains looks for a text in quotes'],
    ['"x"', 'it reads no column'],
    ['timestamp(row["A"]) == timestamp(row["B"]) ? "a" : "b"', 'timestamp is none of number'],
    [`row["A"]${' + row["A"]'.repeat(150)}`, 'it has too many parts'],
  ])('is refused when the profile is saved: %s', (source, why) => {
    expect(() => compileExpression(source, types)).toThrow(why);
  });

  it('reads columns whose names are those of members of objects as cells', () => {
    const { evaluate } = compileExpression('row["__proto__"] + row.constructor', types);
    expect(
      evaluate(
        ['a', 'b'],
        new Map([
          ['proto', 0],
          ['constructor', 1],
        ]),
      ),
    ).toBe('ab');
  });

  it('is evaluated or states what is wrong, for every cell, and no cell as code', () => {
    const { evaluate } = compileExpression('number(row["A"]) > 1 ? row["B"] : row["A"].upperAscii()', types);
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('row["B"]', '${1}', '1e999', '0x10', '1 + 1', '"', '-1.5', '٣'),
    );
    fc.assert(
      fc.property(cell, cell, (a, b) => {
        const isNumber = /^[+-]?\d{1,20}(?:\.\d{1,20})?$/u.test(a.trim());
        if (!isNumber)
          expect(() => evaluate([a, b], places)).toThrow(/^(?:`.*`: )?it (?:is not|needs) a number/su);
        else expect(evaluate([a, b], places)).toBe(Number(a) > 1 ? b.trim() : a.trim().toUpperCase());
      }),
      { numRuns: 200 },
    );
  });

  it('takes time in proportion to its cells', () => {
    const source = Array.from({ length: 14 }, () => 'row["A"].indexOf("ab") > 3').join(' || ');
    const { evaluate } = compileExpression(`${source} || row["A"].contains("aab")`, types);
    const began = process.cpuUsage();
    expect(evaluate(['a'.repeat(32_767), ''], places)).toBe(false);
    expect(process.cpuUsage(began).user).toBeLessThan(500_000);
  });
});

describe('a profile with expressions', () => {
  const text = 'Mail,Title,Last,Amount\na@example.com,Dr.,Ada,10\nb@example.com,,Bo,2\nc@example.com,,,x\n';
  const profile = {
    columns: { Mail: 'email' },
    compute: { name: 'row["Title"] == "" ? row["Last"] : row["Title"] + " " + row["Last"]' },
    ignore: ['Amount'],
  };

  it('computes fields; where all cells that one reads are blank, it is blank', async () => {
    const { records, totals } = await planText(text, { settings: settingsOf(profile) });
    expect(records.map(([, record]) => record)).toEqual([
      { email: 'a@example.com', name: 'Dr. Ada' },
      { email: 'b@example.com', name: 'Bo' },
      { email: 'c@example.com' },
    ]);
    expect(totals.notes).toEqual(['Ignored, as the profile says: "Amount"']);
  });

  it('filters rows; a row in which the condition cannot be read is wrong', async () => {
    const rows = { when: 'number(row["Amount"]) >= 5', except: { Mail: 'z' } };
    const { records, filtered, problems, totals } = await planText(text, {
      settings: settingsOf({ ...profile, rows }),
    });
    expect(records.map(([row]) => row)).toEqual([2]);
    expect(filtered).toEqual([3]);
    expect(problems).toEqual([
      expect.objectContaining({ row: 4, code: 'not_filtered', name: 'Amount', value: 'x' }),
    ]);
    expect(problems.map((problem) => reasonText(problem))).toEqual([
      'Amount `x` cannot be compared with the filter of the profile: it is not a number such as `1234.5`.',
    ]);
    expect(totals).toMatchObject({ rows: 3, records: 1, failed: 1, filtered: 1 });
  });

  it.each([
    ['number(row["A"])', 'two', '`two`: it is not a number such as `1234.5`'],
    ['number(row["A"])', '', 'it needs a number, and a cell is blank'],
    ['1.0 / number(row["A"])', 'x', 'it is not a number such as `1234.5`'],
    ['row["A"].substring(5)', 'ab', '`ab`: its expression takes a part that is not there'],
  ])('%s of %j names the value', (source, cell, why) => {
    expect(() => made(source, cell, 'b')).toThrow(why);
  });

  it('names the cells that a field cannot be computed of', async () => {
    const compute = { homePhone: 'string(number(row["Amount"]) + 1.0)' };
    const { problems } = await planText(text, {
      settings: settingsOf({ ...profile, ignore: ['Title', 'Last'], compute }),
    });
    expect(problems).toEqual([
      expect.objectContaining({ row: 4, code: 'not_computed', name: 'Amount', value: 'x' }),
    ]);
  });

  it('computes fields of each record of a row', async () => {
    const record = (one: string) => ({ compute: { email: `row["${one}"] + "@example.com"` } });
    const settings = settingsOf({ records: [record('User 1'), record('User 2')] });
    const { records } = await planText('User 1,User 2\nann,bob\ncy,\n', { settings });
    expect(records).toEqual([
      [2, { email: 'ann@example.com' }],
      [2, { email: 'bob@example.com' }],
      [3, { email: 'cy@example.com' }],
    ]);
  });

  it('stops at a sheet that lacks a column of one, or has it twice', async () => {
    const failure = async (header: string) =>
      (await planFailure(`${header}\nx,y,z,1\n`, settingsOf(profile))).message;
    expect(await failure('Mail,Title,Surname,Amount')).toContain('"Last" for a computed field');
    expect(await failure('Mail,Title,Last,Last')).toContain('Several columns are named "Last"');
  });
});
