/** The unique part of the ids of stacks that run on one machine, where the command line finds the system by itself. */
const thisMachine = 'local';

/** The options by which a command finds a stack: `arn:aws:cloudformation:REGION:ACCOUNT:stack/NAME/UNIQUE`. */
export function commandOptions(stackId: string): string {
  const [, , , region = '', , path = ''] = stackId.split(':');
  const [, name = '', unique] = path.split('/');
  return unique === thisMachine ? '' : `--stack ${name} --region ${region}`;
}
