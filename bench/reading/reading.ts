import { join } from 'node:path';
import { wholeNumber, type Bench } from '../bench.ts';
import { count, seconds } from '../figures.ts';
import { writeContacts } from './contacts.ts';
import { flagsOf, racer, showRace } from './race.ts';

const ours = { plan: 'sluice: the plan, every cell checked' };
const contenders = { ...ours, obvious: 'papaparse with header, JSON.stringify' };
const bytesOfRow = 116.1;
/** What the plan may take, whatever the size of the file. */
const allowance = { megabytes: 140, bytesOfRow: 16 };

/** How fast the flow plans a sheet, and that its memory hardly grows with the file. */
export const reading: Bench = {
  what: 'a CSV file of contacts to the plan of the flow, against the obvious way, and its memory by size',
  flags: '[--rows 1000000] [--rounds 3] [--megabytes 10,100,400]',
  run: async (argv, running) => {
    const { text, whole } = flagsOf(argv, { rows: '1000000', rounds: '3', megabytes: '10,100,400' });
    const { folder, say, show } = running;
    const [rows, rounds] = [whole('rows'), whole('rounds')];
    const sizes = text('megabytes').split(',');
    const megabytes = sizes.map((size) => wholeNumber('--megabytes', size));
    const race = { write: writeContacts, folder, rows, rounds };
    await showRace({ ...race, contenders, title: 'contacts in a CSV file' }, running);
    const measure = racer({ ...race, contenders: ours });
    const lines: string[][] = [];
    for (const size of megabytes) {
      const records = Math.round((size * 1e6) / bytesOfRow);
      say(`Planning ${count(size)} MB.`);
      const { results } = await measure(join(folder, 'sized.csv'), records, rounds);
      const allowed = Math.round(allowance.megabytes + (records * allowance.bytesOfRow) / 2 ** 20);
      for (const { ms, peak } of results)
        lines.push([`${count(size)} MB`, count(records), seconds(ms), `${peak} MB`, `${allowed} MB`]);
    }
    show({
      title: 'The plan, by the size of the file',
      head: ['file', 'rows', 'time', 'peak memory', 'allowed'],
      rows: lines,
      notes: [`Allowed: ${allowance.megabytes} MB, and ${allowance.bytesOfRow} bytes a row.`],
    });
  },
};
