import { parseJson } from '@sluice/contract';
import * as z from 'zod';
import { CliError } from '../io/cli-error.ts';
import { printable } from '@sluice/contract/words';

import { awsFault } from '../io/aws-faults.ts';

/** As API Gateway answers instead of the function. */
const gatewaySchema = z.union([
  z.object({ message: z.string() }),
  z.object({ Message: z.string() }).transform(({ Message }) => ({ message: Message })),
]);

/** @throws CliError `refused` when API Gateway did not let the request in */
export function throwIfRefused(api: string, { status, text }: { status: number; text: string }): void {
  if (status !== 401 && status !== 403) return;
  const { message = 'Forbidden' } = gatewaySchema.safeParse(parseJson(text)).data ?? {};
  const what = `HTTP ${status} from the ${api}`;
  if (/security token|signature/iu.test(message)) throw awsFault(new Error(message), { what });
  throw new CliError(
    'refused',
    `${what} (${printable(message)}): it accepts only users and roles that may invoke it by IAM. Expected the credentials of one; see "Who may do what" in docs/deploying.md.`,
  );
}
