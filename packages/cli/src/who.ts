import type { Services } from './services.ts';

/** No name that the history keeps is longer. */
const longest = 100;

/** Who is at this machine: as `SLUICE_USER` says, else the operating system. */
export function whoAmI({ env, userName }: Pick<Services, 'env' | 'userName'>): string {
  const names = [env['SLUICE_USER'], userName(), env['USER']].map((name) => name?.trim().slice(0, longest));
  return names.find((name) => name !== undefined && name !== '') ?? 'somebody';
}
