import { z } from 'zod';
import { CliError } from '../cli-error.ts';
import { findRunningSystem } from './running-system.ts';
import { readAnswer, send, type EnvelopeAnswer } from './service-call.ts';
import type { Services } from '../io/services.ts';
import { signedHeaders } from './signed-headers.ts';

export interface ControlPanel {
  /** The key of the running system's token, whose site is the default. */
  readonly apiKey?: string;
  /** @throws CliError `refused` when it does not accept the credentials, `nothingRuns`, `failed` */
  call(operation: string, input: object): Promise<EnvelopeAnswer>;
}

type Surroundings = Pick<Services, 'cwd' | 'env' | 'now' | 'signal'>;
interface ControlRequest {
  readonly url: URL;
  readonly body: string;
}
type Headers = (request: ControlRequest) => Promise<Record<string, string>>;

/** The control panel at an address on AWS, to which requests are signed, or that of the running system, which takes its token. */
export async function findControlPanel(
  given: string | undefined,
  services: Surroundings,
): Promise<ControlPanel> {
  const url = given ?? services.env['SLUICE_CONTROL_URL'];
  if (url !== undefined && url !== '') return panelAt(awsUrl(url), services, signing(services));
  const { control, dataAccess } = await findRunningSystem(services);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(control.baseUrl).hostname);
  const headers: Headers = async () => ({ authorization: `Bearer ${control.token}` });
  return {
    ...panelAt(control.baseUrl, services, isLocal ? headers : signing(services)),
    apiKey: dataAccess.apiKey,
  };
}

const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

/** The answer of an operation, in its form. @throws CliError `refused` with the reason of the control panel, `failed` */
export async function callPanel<T>(
  panel: ControlPanel,
  [operation, input]: readonly [string, object],
  schema: z.ZodType<T>,
): Promise<T> {
  const { envelope } = await panel.call(operation, input);
  const answer = schema.safeParse(envelope);
  if (answer.success) return answer.data;
  const refused = refusalSchema.safeParse(envelope);
  throw refused.success
    ? new CliError('refused', refused.data.error.message)
    : new CliError('failed', `The control panel answered ${operation} in an unexpected form.`);
}

function awsUrl(given: string): string {
  if (URL.canParse(given) && new URL(given).protocol === 'https:') return given;
  throw new CliError(
    'usage',
    `${given} is not the address of a control panel on AWS. Expected the output ControlUrl of the stack: https://….execute-api.REGION.amazonaws.com/control`,
  );
}

const signing =
  ({ env, now }: Surroundings): Headers =>
  ({ url, body }) =>
    signedHeaders({ url, body, env, now: now() });

function panelAt(baseUrl: string, { signal }: Surroundings, headers: Headers): ControlPanel {
  return {
    call: async (operation, input) => {
      const url = new URL(`${baseUrl.replace(/\/$/, '')}/${operation}`);
      const body = JSON.stringify(input);
      const sent = { 'content-type': 'application/json', ...(await headers({ url, body })) };
      const response = await send(url.href, { method: 'POST', headers: sent, body, signal });
      if (response.status === 401 || response.status === 403)
        throw new CliError(
          'refused',
          `HTTP ${response.status}: the control panel at ${url.origin} accepts only users and roles that may invoke it by IAM. Expected the credentials of one.`,
        );
      return readAnswer(response);
    },
  };
}
