import { z } from 'zod';
import { CliError } from '../cli-error.ts';
import { folderOf, saveResultOption, withFolder } from '../common-options.ts';
import type { Declare } from '../declare.ts';

const dropSchema = z.object({
  result: z.string().optional(),
  wait: z.boolean().default(true),
  again: z.boolean().optional(),
});

export const declareDrop: Declare = (program, found) => {
  withFolder(program.command('drop'), 'a profile of the inbox, by its name')
    .description('upload a sheet to the inbox and follow its run to the end')
    .option('--wait', 'follow it to the end; this is the default')
    .option('--no-wait', 'end as soon as it is uploaded')
    .option('--again', 'import it even if the same content was imported before')
    .option(...saveResultOption)
    .action((file: string, options: unknown) => {
      const { wait, result, again } = dropSchema.parse(options);
      if (!wait && result !== undefined)
        throw new CliError(
          'usage',
          'With --no-wait there is no result sheet yet. Expected --result or --no-wait, not both.',
        );
      found({ command: 'drop', options: { file, folder: folderOf(options), wait, result, again } });
    });
};
