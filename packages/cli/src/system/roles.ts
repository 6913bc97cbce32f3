import { roles, type Role } from '@sluice/console/api/routes';
import { unknownName } from '../io/unknown-name.ts';

/** The roles in a text that has commas between them. @throws CliError `usage` */
export function meantRoles(text: string): Role[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  for (const name of names)
    if (!isRole(name)) throw unknownName(`There is no role "${name}"`, { name, known: roles });
  return roles.filter((role) => names.includes(role));
}

export const isRole = (name: string): name is Role => roles.some((role) => role === name);
