import { z } from 'zod';
import { bodyOption, bodySchema } from '../common-options.ts';
import type { Declare } from '../declare.ts';

const controlSchema = bodySchema.extend({
  file: z.string().optional(),
  site: z.string().optional(),
  url: z.string().optional(),
  help: z.boolean().default(false),
});

export const declareControl: Declare = (program, found) => {
  const control = program
    .command('control')
    .description('call one operation of the control panel; without one, list them')
    .argument('[operation]', 'for example listImports')
    .argument('[json]', 'its input; - reads it from stdin')
    .option(...bodyOption)
    .option('--file <file>', 'the document, for saveDocument')
    .option('--site <site>', "the name or id of a site; the site of the running system's token when absent")
    .option('--url <url>', 'of a control panel on AWS; SLUICE_CONTROL_URL, or the running system when absent')
    .helpOption(false)
    .option('-h, --help', 'the fields of the operation')
    .action((operation: string | undefined, json: string | undefined, options: unknown) => {
      const { help, ...given } = controlSchema.parse(options);
      if (help && operation === undefined) control.help();
      found({ command: 'control', options: { operation, json, help, ...given } });
    });
};
