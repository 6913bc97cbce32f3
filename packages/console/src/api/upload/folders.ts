/** The keys of a folder of the inbox begin so. */
const keysIn = (folder: string): string => `inbox/${folder}/`;

/** Whether a key is in one of these folders, or below one. Undefined stands for every folder. */
export const isInto = (key: string, folders: readonly string[] | undefined): boolean =>
  folders === undefined || folders.some((folder) => key.startsWith(keysIn(folder)));

const begin = 'drops into ';

/** How the user pool describes a group that says where its people may drop. It takes 2,048 characters. */
export const describedFolders = (folders: readonly string[]): string =>
  `${begin}${folders.join(', ') || 'no folder'}`.slice(0, 2048);

/** Whether a group of the user pool is described so. */
export const isDescribed = (description: string): boolean => description.startsWith(begin);
