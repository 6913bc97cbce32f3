import type { Bench } from '../bench.ts';
import { count, seconds } from '../table.ts';
import { writeContacts } from './contacts.ts';
import { race, showRace } from './race.ts';

const ours = { plan: 'sluice: the plan, every cell checked' };
const bytesOfRow = 116.1;
/** The most memory of the plan, for a file of any size. */
const allowance = { megabytes: 120, bytesOfRow: 16 };

/** How fast the flow plans a sheet, and that its memory hardly grows with the file. */
export const reading: Bench = {
  what: 'a CSV file of contacts, planned by the flow and read in the obvious way; the memory of the plan by size',
  options: { rows: '1000000', rounds: '3', megabytes: '10,100,400' },
  run: async (running) => {
    const { options, say, show } = running;
    const contenders = {
      ...ours,
      transforms: 'sluice: the plan, with transforms of three columns',
      obvious: 'papaparse with header, JSON.stringify',
    };
    const write = writeContacts;
    await showRace(
      { contenders, write, rows: options.whole('rows'), title: 'contacts in a CSV file' },
      running,
    );
    const lines: string[][] = [];
    for (const size of options.sizes('megabytes')) {
      const rows = Math.round((size * 1e6) / bytesOfRow);
      say(`Planning ${count(size)} MB.`);
      const { results } = await race({ contenders: ours, write, rows }, running);
      const allowed = Math.round(allowance.megabytes + (rows * allowance.bytesOfRow) / 2 ** 20);
      for (const { ms, peak } of results)
        lines.push([`${count(size)} MB`, count(rows), seconds(ms), `${peak} MB`, `${allowed} MB`]);
    }
    show({
      title: 'The plan, by the size of the file',
      head: ['file', 'rows', 'time', 'peak memory', 'allowed'],
      rows: lines,
      notes: [`Allowed: ${allowance.megabytes} MB, and ${allowance.bytesOfRow} bytes a row.`],
    });
  },
};
