import { CliError } from '../cli-error.ts';
import type { Services } from '../services.ts';

/**
 * Looks every 200 ms until there is something.
 * @throws CliError `failed` after so many seconds, naming what did not come
 */
export async function waitFor<T>(
  what: string,
  look: () => Promise<T | undefined>,
  { seconds, services }: { seconds: number; services: Pick<Services, 'now' | 'sleep' | 'signal'> },
): Promise<T> {
  const until = services.now().getTime() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (services.signal.aborted || services.now().getTime() > until)
      throw new CliError('failed', `${what} did not come within ${seconds} seconds.`);
    await services.sleep(200);
  }
}
