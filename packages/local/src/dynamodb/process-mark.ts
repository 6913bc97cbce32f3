import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { readJson, readTextIfAny, removeFile, writeJson } from '../base/files.ts';

/** The leader of a process group that may outlive us. Its start time distinguishes it from a later process with the same number. */
const markSchema = z.object({ pid: z.int(), startedAt: z.string() });

export function writeMark(file: string, pid: number): void {
  const startedAt = startOf(pid);
  if (startedAt !== undefined) writeJson(file, { pid, startedAt });
}

export function clearMark(file: string): void {
  removeFile(file);
}

/** Ends the group of the process that the mark names, if it still runs. Resolves once it has ended. */
export async function endMarked(file: string): Promise<void> {
  const mark = readJson(file, markSchema);
  if (mark !== undefined && startOf(mark.pid) === mark.startedAt) {
    process.kill(-mark.pid, 'SIGKILL');
    for (let tries = 0; tries < 100 && startOf(mark.pid) === mark.startedAt; tries += 1) await sleep(20);
  }
  clearMark(file);
}

/** In clock ticks since boot, or undefined where there is no such process. Field 22 of its `stat`; a zombie has ended. */
function startOf(pid: number): string | undefined {
  const stat = readTextIfAny(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] === 'Z' ? undefined : fields?.[19];
}
