import { bytesOf, judge, peopleTables, writers, type PeopleTable, type Verdict } from './people-tables.ts';

interface Judged {
  readonly table: PeopleTable;
  readonly verdict: Verdict;
}

const kinds = {
  plain: 'plain tables',
  texts: 'quotes, line breaks and odd texts in cells',
  blanks: 'blank rows, columns and cells',
  above: 'titles, letterheads, labels, comments above',
  header: 'headers of several rows, units, twins, repeated headers',
  below: 'totals, notes, signatures, counts below',
  several: 'several of these at once',
  ask: 'no one reading: no header, totals between, a second table',
};
const names = {
  libreoffice: 'LibreOffice',
  openpyxl: 'openpyxl',
  xlsxwriter: 'XlsxWriter',
  pandas: 'pandas',
  r: 'R',
  postgresql: 'PostgreSQL (`COPY`, `psql`)',
} satisfies Record<(typeof writers)[number], string>;

const head = [
  'files',
  'tables found right',
  'questions asked',
  'of them needless',
  'rows',
  'rows right',
  'rows named',
  'rows silently wrong',
];

/** Reads all files of the corpus. */
export async function peopleFigures() {
  const judged: Judged[] = [];
  for (const table of peopleTables()) judged.push({ table, verdict: await judge(table, bytesOf(table)) });
  const byKind = Object.entries(kinds).map(([kind, title]) =>
    line(
      title,
      judged.filter(({ table }) => table.kind === kind),
    ),
  );
  const byWriter = writers.map((writer) =>
    line(
      names[writer],
      judged.filter(({ table }) => table.writer === writer),
    ),
  );
  return {
    files: judged.length,
    silentlyWrong: judged.filter(({ verdict }) => verdict.silentlyWrong > 0).map(titleOf),
    /** What stands in `docs/reading-figures.md`. */
    tables: [
      ...asTable('in the files', [...byKind, line('all', judged)]),
      '',
      ...asTable('written by', byWriter),
    ].join('\n'),
    notRight: judged
      .filter(({ verdict }) => verdict.table !== 'right')
      .map((each) => `${titleOf(each)}: ${each.verdict.table}, ${each.verdict.why}`),
  };
}

const titleOf = ({ table }: Judged): string => table.file;

function line(title: string, judged: readonly Judged[]): string[] {
  const sum = (figure: (each: Judged) => number) => judged.reduce((all, each) => all + figure(each), 0);
  const count = (is: (each: Judged) => boolean) => sum((each) => Number(is(each)));
  const figures = [
    judged.length,
    count(({ verdict }) => verdict.table === 'right'),
    count(({ verdict }) => verdict.asked),
    count(({ verdict }) => verdict.table === 'asked'),
    sum(({ table }) => (table.question === undefined ? (table.rows?.length ?? 0) : 0)),
    sum(({ verdict }) => verdict.right),
    sum(({ verdict }) => verdict.named),
    sum(({ verdict }) => verdict.silentlyWrong),
  ];
  return [title, ...figures.map((figure) => figure.toLocaleString('en'))];
}

function asTable(title: string, lines: readonly (readonly string[])[]): string[] {
  const rows = [[title, ...head], ['---', ...head.map(() => '--:')], ...lines];
  return rows.map((cells) => `| ${cells.join(' | ')} |`);
}
