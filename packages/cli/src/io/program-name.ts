import { basename, dirname } from 'node:path';

/** How commands in messages call this program: as the person called it. */
export type ProgramName = 'npx sluice' | 'sluice';

/** `sluice` where one is installed on the path; npx and npm scripts start the one in `node_modules/.bin`. */
export function programNameOf(
  called: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): ProgramName {
  if (called === undefined || basename(called) !== 'sluice') return 'npx sluice';
  const isLocal = dirname(called).endsWith('node_modules/.bin');
  return isLocal || env['npm_command'] === 'exec' ? 'npx sluice' : 'sluice';
}

/** The text with its commands as the person would type them. */
export function calledAs(program: ProgramName, text: string): string {
  return program === 'sluice' ? text.replaceAll(/\bnpx sluice(?![\w-])/gu, program) : text;
}
