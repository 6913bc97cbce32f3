import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import type { Declare } from '../declare.ts';

const localSchema = z.object({
  port: z.int().optional(),
  data: z.string().optional(),
  fresh: z.boolean().default(false),
});

export const declareLocal: Declare = (program, found) => {
  program
    .command('local')
    .description('start the whole system on this machine, seeded, and stay until Ctrl-C')
    .option('--port <n>', 'the port of the service; a free one when absent', readPort)
    .option('--data <dir>', 'the data folder; .sluice when absent')
    .option('--fresh', 'delete the data of earlier starts')
    .action((options: unknown) => found({ command: 'local', options: localSchema.parse(options) }));
};

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new InvalidArgumentError('Expected a number from 1 to 65535.');
}
