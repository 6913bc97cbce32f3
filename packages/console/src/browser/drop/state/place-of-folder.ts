import { savedProfileSchema } from '../../../api/shapes.ts';
import { ask } from '../../app/api.ts';
import type { Place } from '../../worker/messages.ts';
import type { Folder } from './folder.ts';

/** What a file in this folder is read by. @throws ApiError */
export async function placeOf(folder: Folder): Promise<Place> {
  if (folder.kind === 'direct') return folder;
  const { name } = folder;
  const saved = await ask('profile', { path: { name }, answer: savedProfileSchema });
  return { kind: 'profile', name, ...saved };
}
