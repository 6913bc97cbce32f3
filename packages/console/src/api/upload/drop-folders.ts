import { whyNotPlain } from '@sluice/contract';
import { readInboxKey } from '@sluice/import-plan';
import * as z from 'zod';
import { roles, type Role } from '../routes.ts';
import { isInto } from './folders.ts';

const folderSchema = z
  .string()
  .refine(
    isFolder,
    'expected a folder of the inbox: the name of a profile, or a schema and a lookup, such as client/email',
  );

/** By the groups of the user pool, the folders of the inbox into which their droppers may drop. */
export const dropFoldersSchema = z
  .record(z.string(), z.array(folderSchema).readonly(), {
    error: "expected folders by groups, such as { hr: ['members'] }",
  })
  .superRefine((setting, { addIssue }) => {
    for (const group of Object.keys(setting)) {
      const message = whyNoGroup(group);
      if (message !== undefined) addIssue({ code: 'custom', path: [group], message });
    }
  });
export type DropFolders = Readonly<z.output<typeof dropFoldersSchema>>;

function whyNoGroup(group: string): string | undefined {
  if (!/^[A-Za-z][\w-]{0,59}$/u.test(group))
    return 'expected the name of a group: a letter, then letters, digits and hyphens';
  if (group === 'dropper' || !roles.some((role) => role === group)) return undefined;
  return 'expected a group of yours, or dropper for all droppers: no other role is bound to folders';
}

function isFolder(folder: string): boolean {
  const place = readInboxKey(`inbox/${folder}/file.csv`);
  if (place.kind === 'refused' || whyNotPlain(folder) !== undefined) return false;
  return (place.kind === 'direct' ? `${place.schema}/${place.lookup}` : place.profile) === folder;
}

/** Operators and admins save the profiles, which decide what a folder does. */
const everywhere: readonly Role[] = ['operator', 'admin'];

interface Dropper {
  readonly roles: readonly string[];
  readonly groups: readonly string[];
}

/** Where somebody who may drop may do so; undefined: everywhere. Without the setting everybody may. */
export function foldersOf(dropper: Dropper, dropFolders: DropFolders): readonly string[] | undefined {
  const isBound = !everywhere.some((role) => dropper.roles.includes(role));
  const bound = Object.entries(dropFolders);
  if (!isBound || bound.length === 0) return undefined;
  const theirs = new Set([...dropper.roles, ...dropper.groups]);
  return [...new Set(bound.flatMap(([group, folders]) => (theirs.has(group) ? folders : [])))];
}

/** Why a file may not be dropped under a key; undefined if it may. Folders below one of them are in it. */
export function whyNotInto(key: string, folders: readonly string[] | undefined): string | undefined {
  if (folders === undefined || isInto(key, folders)) return undefined;
  if (folders.length === 0)
    return 'Your groups may not drop into any folder. Ask an admin to add you to one that may.';
  return `Your groups may drop into ${folders.join(', ')} only. Ask an admin for another group, or choose one of these folders.`;
}
