import { isInto } from '../../../api/upload/folders.ts';
import { session } from '../../app/session.ts';
import { visibleText } from '../../parts/visible.ts';

/** A folder of the inbox, which decides how a file is read. */
export type Folder =
  | { readonly kind: 'direct'; readonly schema: string; readonly lookup: string }
  | { readonly kind: 'profile'; readonly name: string };

const prefix = { direct: 'direct:', profile: 'profile:' };

/** The folder as the value of an option. */
export function folderValue(folder: Folder | undefined): string {
  if (folder === undefined) return '';
  return folder.kind === 'direct'
    ? `${prefix.direct}${folder.schema}/${folder.lookup}`
    : `${prefix.profile}${folder.name}`;
}

export function folderOf(value: string): Folder | undefined {
  if (value.startsWith(prefix.profile)) return { kind: 'profile', name: value.slice(prefix.profile.length) };
  if (!value.startsWith(prefix.direct)) return undefined;
  const at = value.lastIndexOf('/');
  return { kind: 'direct', schema: value.slice(prefix.direct.length, at), lookup: value.slice(at + 1) };
}

/** Whether this person may drop under a key of the inbox. The API decides by the same rule. */
export const mayDropAs = (key: string): boolean => isInto(key, session.value?.folders);
export const mayDropInto = (folder: Folder): boolean => mayDropAs(inboxKey(folder, 'sheet.csv'));

/** Why nothing can be dropped there; undefined if it can. */
export const whyNotDropAs = (key: string): string | undefined =>
  mayDropAs(key)
    ? undefined
    : `Your groups may not drop into ${visibleText(key.split('/').slice(1, -1).join('/'))}. An admin can add you to one that may.`;

/** The key under which a file is dropped. Its name keeps what a key can have. */
export function inboxKey(folder: Folder, fileName: string): string {
  const place = folder.kind === 'direct' ? `${folder.schema}/${folder.lookup}` : folder.name;
  const name = fileName
    .toWellFormed()
    .replaceAll(/[\p{Cc}/\\]+/gu, ' ')
    .trim();
  return `inbox/${place}/${/^\.{0,2}$/u.test(name) ? 'sheet.csv' : name}`;
}

/** The key of a file beside another one. */
export const besides = (key: string, fileName: string): string =>
  `${key.slice(0, key.lastIndexOf('/') + 1)}${fileName}`;

/** The name of a corrected file, which is CSV. */
export function correctedName(fileName: string): string {
  const name = fileName.replace(/\.gz$/iu, '');
  return /\.(?:csv|tsv|tab|txt)$/iu.test(name) ? name : `${name.replace(/\.[a-z\d]{1,5}$/iu, '')}.csv`;
}

/** A name for a new profile, after the file. */
export function profileNameOf(fileName: string): string {
  const words = fileName
    .replace(/\.gz$/iu, '')
    .replace(/\.[a-z\d]{1,5}$/iu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .match(/[a-z\d]+/gu);
  return (words ?? []).join('-').slice(0, 60) || 'sheet';
}
