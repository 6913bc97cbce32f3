import type { Bench, Running } from '../bench.ts';
import { count } from '../table.ts';
import { measureText } from './free-text.ts';
import { measurePages, type SizedSite } from './pages.ts';
import { seed } from './seed.ts';
import { openSite } from './site.ts';
import { measureWrites } from './writes.ts';

/** The service without HTTP, with a database that has a file. */
export const service: Bench = {
  what: 'pages of users at several sizes, searches by text, and what each kind of write costs',
  options: { users: '1000,20000,200000', rounds: '25', limit: '100', records: '1000' },
  parts: ['pages', 'writes'],
  run: async (running) => {
    if (running.options.isSelected('pages')) await measureReads(running);
    if (running.options.isSelected('writes')) await measureWrites(running);
  },
};

async function measureReads(running: Running): Promise<void> {
  const sites: SizedSite[] = [];
  try {
    for (const size of running.options.sizes('users')) {
      running.say(`Writing ${count(size)} users.`);
      const site = await openSite(running.folder, `users-${size}`);
      sites.push({ size, site });
      await seed(site, size);
    }
    await measurePages(sites, running);
    const largest = sites.at(-1);
    if (largest) await measureText(largest, running);
  } finally {
    for (const { site } of sites) await site.close();
  }
}
