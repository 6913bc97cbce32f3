import type { Upload } from '../../../api/shapes.ts';
import { runIdOf } from '@sluice/ledger/run-id';
import { addressOf, goTo } from '../../app/place.ts';
import type { Sums } from '../../worker/messages.ts';
import { messageOf, type DropState, type Uploading } from './drop-state.ts';
import { keepDrop, keptDrop } from './kept.ts';
import { keyFor } from './key-for.ts';
import { sendingBy } from './sending.ts';
import { askedOf, sendFile, type Kept } from './upload.ts';

/** Sends the file, and goes to its run. */
export async function dropIt(state: DropState): Promise<void> {
  if (state.uploading.value !== undefined) return;
  state.problem.value = undefined;
  state.uploading.value = { sent: 0, bytes: state.file.value?.size ?? 0 };
  try {
    const file = await state.corrected();
    const isCorrected = state.corrections.value.length > 0;
    const sums = isCorrected ? file && (await state.reader.sums(file)) : state.sums.value;
    const key = file && keyFor(state, file.name);
    if (file === undefined || sums === undefined || key === undefined) return;
    const asked = askedFor(state, { key, file, sums });
    const sent = await sendFile(file, begun(state, asked), sendingOf(state, file.size));
    keepDrop(undefined, state.corrects);
    goTo(addressOf(`/runs/${runIdOf(sent)}`, { dropped: 'now' }));
  } catch (error) {
    state.problem.value = messageOf(error);
  } finally {
    state.uploading.value = undefined;
  }
}

interface Ready {
  readonly key: string;
  readonly file: File;
  readonly sums: Sums;
}

function askedFor(state: DropState, { key, file, sums }: Ready): Upload {
  return askedOf({
    ...{ key, file, sums, corrects: state.corrects, again: state.again.value },
    // What was corrected is CSV.
    sheetName: state.corrections.value.length > 0 ? undefined : state.sheetName.value,
  });
}

/** An upload of the same file that began before the page was loaded goes on. */
function begun({ corrects }: DropState, asked: Upload): Kept {
  const kept = keptDrop(corrects)?.upload;
  return kept !== undefined && JSON.stringify(kept.asked) === JSON.stringify(asked) ? kept : { asked };
}

function sendingOf(state: DropState, bytes: number) {
  const show = (change: Partial<Uploading>) =>
    (state.uploading.value = { sent: 0, bytes, ...state.uploading.value, ...change });
  return sendingBy((upload) => state.keep(upload), {
    onSent: (sent) => void show({ sent, bytes }),
    onWait: (waits) => void show({ waits }),
  });
}
