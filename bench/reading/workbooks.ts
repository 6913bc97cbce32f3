import type { Bench } from '../bench.ts';
import { writePeople } from './people-workbook.ts';
import { flagsOf, showRace } from './race.ts';

const contenders = {
  sluice: 'sluice: rows as a person sees them',
  exceljs: 'exceljs, its streaming reader',
  hucre: 'hucre, streaming',
  readExcelFile: 'read-excel-file, the whole file',
};

const kinds = [
  ['shared', 'texts shared by cells, as Excel writes them'],
  ['cells', 'each text in its cell'],
] as const;

/** How fast a workbook is read, and in how much memory. */
export const workbooks: Bench = {
  what: 'Excel workbooks of 12 columns to rows, against exceljs, hucre and read-excel-file',
  flags: '[--rows 200000] [--rounds 3]',
  run: async (argv, running) => {
    const { whole } = flagsOf(argv, { rows: '200000', rounds: '3' });
    for (const [textsIn, title] of kinds) {
      const write = (file: string, rows: number) => writePeople(file, rows, textsIn);
      const { folder } = running;
      await showRace(
        { contenders, write, folder, title, rows: whole('rows'), rounds: whole('rounds') },
        running,
      );
    }
  },
};
