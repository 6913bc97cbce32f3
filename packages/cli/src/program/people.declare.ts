import { roles } from '@sluice/console/api/routes';
import * as z from 'zod';
import type { Declare } from './declare.ts';

const addSchema = z.object({
  role: z.string(),
  group: z.string().optional(),
  name: z.string().optional(),
});

/** Who may sign in to the console. */
export const declarePeople: Declare = (program, found) => {
  const people = program
    .command('people')
    .description('list who may sign in to the console; add or remove somebody')
    .action(() => found({ command: 'people', options: {} }));
  people
    .command('list')
    .description('list them, with their roles')
    .action(() => found({ command: 'people', options: {} }));
  people
    .command('add')
    .description('let somebody sign in, or give them another role')
    .argument('<e-mail>', 'who; on AWS a mail invites them')
    .requiredOption('--role <roles>', `one, or several with commas: ${roles.join(', ')}`)
    .option('--group <groups>', 'those of the setting dropFolders that say where they may drop')
    .option('--name <name>', 'as the console shows them; the e-mail when absent')
    .action((email: string, options: unknown) =>
      found({ command: 'person', options: { act: 'add', email, ...addSchema.parse(options) } }),
    );
  people
    .command('remove')
    .description('take all roles away: they are out within 15 minutes')
    .argument('<e-mail>', 'who')
    .action((email: string) => found({ command: 'person', options: { act: 'remove', email } }));
};
