import { runHeadSchema } from '../../app/answers.ts';
import { ask } from '../../app/api.ts';
import { droppedFile } from './corrected-run.ts';
import { messageOf, type DropState } from './drop-state.ts';

/** Takes the file of the run that is corrected, as one of this profile, or of that by which it was read. */
export async function takeCorrected(state: DropState, runId: string, profile?: string): Promise<void> {
  try {
    const run = await ask('run', { path: { runId }, query: { limit: '0' }, answer: runHeadSchema });
    state.take(await droppedFile(runId));
    const name = profile ?? run.profile;
    if (run.sheetName !== undefined) state.chooseSheet(run.sheetName);
    if (name !== undefined) await state.choose({ kind: 'profile', name });
  } catch (error) {
    state.problem.value = messageOf(error);
  }
}
