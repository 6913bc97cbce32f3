import { ApiError } from '@sluice/contract';
import type { Services } from '../../services.ts';
import type { AuditLine } from './audit-event.ts';
import { appendEvent, type AppendServices } from './audit-log.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Who calls which operation, and from where. */
export type Act = Pick<AuditLine, 'requestId' | 'operation' | 'by' | 'from'>;

export interface RecordedRun<Result> {
  readonly input: unknown;
  /** What the act changes, read before it and, with its result, after it. */
  readonly state: (result?: Result) => Promise<unknown>;
  readonly run: () => Promise<Result>;
}

/** Runs an act between its two events. Without the first nothing is done. */
export async function recordAct<Result>(
  act: Act,
  { input, state, run }: RecordedRun<Result>,
  services: AppendServices & Pick<Services, 'now' | 'report'>,
): Promise<Result> {
  const append = (type: AuditLine['type'], data: object) =>
    appendEvent(
      { ...act, at: services.now().toISOString(), type, data: { ...asObject(withoutSecrets(data)) } },
      services,
    );
  const stateOr = async (result?: Result) => {
    try {
      return (await state(result)) ?? null;
    } catch (error) {
      // What does not exist has no state. The act itself then explains it.
      if (error instanceof ApiError && error.code !== 'server_error') return null;
      throw error;
    }
  };
  const { version: requested } = await append('requested', { input, before: await stateOr() });
  /** The act is over, so an error here must not hide its result: the log then shows a request without an end. */
  const end = async (type: AuditLine['type'], data: () => Promise<object>) => {
    try {
      await append(type, { requested, ...(await data()) });
    } catch (cause) {
      services.report({ requestId: act.requestId, operation: act.operation, cause });
    }
  };
  let result: Result;
  try {
    result = await run();
  } catch (thrown) {
    const { code, message } = ApiError.from(thrown);
    await end(code === 'server_error' ? 'failed' : 'refused', async () => ({ code, message }));
    throw thrown;
  }
  await end('done', async () => ({ after: await stateOr(result) }));
  return result;
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
