import type { DropState } from './drop-state.ts';
import { besides, inboxKey } from './folder.ts';

/** Where a file goes: beside the one that it corrects, or into the folder that is chosen. Undefined until one is. */
export function keyFor(
  { run, folder }: Pick<DropState, 'run' | 'folder'>,
  fileName: string,
): string | undefined {
  if (run !== undefined) return besides(run.key, fileName);
  return folder.value && inboxKey(folder.value, fileName);
}
