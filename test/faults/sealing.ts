import { services as sealHistoryServices } from '../../functions/seal-history/handler.ts';
import { sealHistory } from '../../functions/seal-history/seal-history.ts';

type Services = ReturnType<typeof sealHistoryServices>;
export const buildSealing = sealHistoryServices;

/** The schedule of the seals fires until a start of it was heard to have ended well. */
export async function sealed(
  services: () => Services,
  invoke: (run: () => Promise<unknown>) => Promise<string>,
): Promise<void> {
  for (let tried = 0; tried < 5; tried += 1)
    if ((await invoke(() => sealHistory(services()))) === 'done') return;
}
