import { services as sealHistoryServices } from '../../functions/seal-history/handler.ts';
import { sealHistory } from '@sluice/flow/seal/seal-history';
import type { Stage } from './stage.ts';

const dayAndMore = 1560 * 60_000;

/** The next day is sealed: the schedule of the seals fires until a start of it was heard to have ended well. */
export async function seal({ env, outside, pass, invoke, warmed }: Stage): Promise<void> {
  pass(dayAndMore);
  for (let tried = 0; tried < 5; tried += 1) {
    const services = () => warmed('seal', () => sealHistoryServices(env, outside));
    if ((await invoke('seal', () => sealHistory(services()))) === 'done') return;
  }
}
