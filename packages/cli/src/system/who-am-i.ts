import type { Services } from '../io/services.ts';

/** The most characters of a name that the history keeps. */
const longest = 100;

/** The person at this machine: `SLUICE_USER`, else the name from the operating system. */
export function whoAmI({ env, userName }: Pick<Services, 'env' | 'userName'>): string {
  const names = [env['SLUICE_USER'], userName(), env['USER']].map((name) => name?.trim().slice(0, longest));
  return names.find((name) => name !== undefined && name !== '') ?? 'somebody';
}
