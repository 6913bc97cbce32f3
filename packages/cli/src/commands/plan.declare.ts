import { folderOf, withFolder } from '../common-options.ts';
import type { Declare } from '../declare.ts';

export const declarePlan: Declare = (program, found) => {
  withFolder(
    program.command('plan'),
    'a profile: the path of its JSON file, or its name in the running system',
  )
    .description('show what a sheet would send, without a network')
    .action((file: string, options: unknown) =>
      found({ command: 'plan', options: { file, folder: folderOf(options) } }),
    );
};
