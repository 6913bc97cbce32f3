import { join } from 'node:path';
import { domainOf } from '../../test/local-run/clients-sheet.ts';
import { dropClients } from '../../test/local-run/drop-clients.ts';
import { peopleByDomain, timesOfRun } from '../../test/local-run/look.ts';
import type { Running } from '../bench.ts';
import { count, seconds } from '../table.ts';
import { endOf, inSystem, mailAbout, measured } from './in-system.ts';

const rows = 100;

/** Many small files that are dropped at once into one folder, and how long each holds its lane. */
export async function files({ options, folder, say, show }: Running): Promise<void> {
  const many = options.whole('files');
  say(`Dropping ${count(many)} files of ${count(rows)} rows at once.`);
  const home = join(folder, 'files');
  await inSystem({ folder: home, rows }, async (local) => {
    const { addresses } = local;
    const alone = await dropClients(addresses, 'alone', rows);
    await mailAbout(addresses, alone.fileName);
    const aloneMs = await heldMs(alone.runId);
    const { ms, processorMs, answer } = await measured(local, async () => {
      const marks = Array.from({ length: many }, (_, at) => `many-${at}`);
      const dropped = await Promise.all(marks.map((mark) => dropClients(addresses, mark, rows)));
      for (const { fileName } of dropped) await mailAbout(addresses, fileName);
      return dropped;
    });
    const people = await peopleByDomain(addresses);
    const held: number[] = [];
    for (const { runId, mark } of answer) {
      await endOf(addresses, runId);
      const { found = 0, doubled = 0 } = people.get(domainOf(mark)) ?? {};
      if (found !== rows || doubled > 0) throw new Error(`Found ${found} of ${rows} people of ${mark}.`);
      held.push(await heldMs(runId));
    }
    const median = held.toSorted((one, other) => one - other)[Math.floor(many / 2)] ?? 0;
    show({
      title: `${count(many)} files of ${count(rows)} new clients, dropped at once`,
      head: ['time', 'a file', 'processor a file', 'holds its lane', 'alone'],
      rows: [
        [seconds(ms), seconds(ms / many), seconds(processorMs / many), seconds(median), seconds(aloneMs)],
      ],
      notes: ['From the drops to the last mail. How long a file holds its lane: the median.'],
    });

    async function heldMs(runId: string): Promise<number> {
      const times = await timesOfRun(addresses, runId);
      return (times.get('finished') ?? NaN) - (times.get('laneTaken') ?? NaN);
    }
  });
}
