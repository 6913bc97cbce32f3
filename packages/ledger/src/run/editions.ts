import type { Run } from '../model/run.ts';
import { asksPerson } from '../model/status.ts';

/**
 * Which result sheet is due: one for each question, one for the end, one for each late import that ended after it. Each has
 * a key of its own, so that a slow reporter overwrites no later one. Undefined: the end, without late imports.
 */
export function editionOf({
  status,
  questions = 0,
  approval,
  late = [],
}: Pick<Run, 'status' | 'questions' | 'approval' | 'late'>): string | undefined {
  if (asksPerson(status)) return `waiting-${questions + (approval?.asked ?? 0)}`;
  const ended = late.filter((one) => one.status !== undefined).length;
  return ended === 0 ? undefined : `late-${ended}`;
}
