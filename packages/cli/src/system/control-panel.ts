import type * as z from 'zod';
import { CliError } from '../io/cli-error.ts';
import { findSystem, type Surroundings } from '../find/find-system.ts';
import { throwIfRefused } from './gateway-refusal.ts';
import { isNotFound, refusalReason } from './refusal-reason.ts';
import { readAnswer, send, type EnvelopeAnswer } from './service-call.ts';
import type { Api, System } from '../find/system.ts';

export interface ControlPanel {
  /** The key of the running system's token, whose site is the default. Absent for an address. */
  readonly apiKey?: () => Promise<string>;
  /** @throws CliError `refused` when it does not accept the credentials, `nothingRuns`, `failed` */
  call(operation: string, input: object): Promise<EnvelopeAnswer>;
}

/** The control panel at an address on AWS, or that of the running system. */
export async function findControlPanel(
  given: string | undefined,
  services: Surroundings,
): Promise<ControlPanel> {
  const url = given ?? services.env['SLUICE_CONTROL_URL'];
  if (url !== undefined && url !== '') {
    const { signedApi } = await import('../find/signed-api.ts');
    return panelAt(signedApi({ baseUrl: awsUrl(url), ...services }), services, askWhereItRuns);
  }
  const system = await findSystem(services);
  return {
    ...panelAt(system.control(), services, system.ifSilent),
    apiKey: async () => (await system.token()).apiKey,
  };
}

const askWhereItRuns = 'Is this machine online, and is that the address of a control panel?';

/** The answer of an operation, in its form. @throws CliError `refused` with the reason of the control panel, `failed` */
export async function callPanel<T>(
  panel: ControlPanel,
  [operation, input]: readonly [string, object],
  schema: z.ZodType<T>,
): Promise<T> {
  const { envelope } = await panel.call(operation, input);
  const answer = schema.safeParse(envelope);
  if (answer.success) return answer.data;
  const reason = refusalReason(envelope);
  throw reason === undefined
    ? new CliError('failed', `The control panel answered ${operation} in an unexpected form.`)
    : new CliError(isNotFound(envelope) ? 'usage' : 'refused', reason);
}

function awsUrl(given: string): string {
  if (URL.canParse(given) && new URL(given).protocol === 'https:') return given;
  throw new CliError(
    'usage',
    `${given} is not the address of a control panel on AWS. Expected the output ControlUrl of the stack: https://….execute-api.REGION.amazonaws.com/control`,
  );
}

function panelAt(
  { baseUrl, headers }: Api,
  { signal }: Surroundings,
  ifSilent: System['ifSilent'],
): ControlPanel {
  return {
    call: async (operation, input) => {
      const url = new URL(`${baseUrl}/${operation}`);
      const method = 'POST';
      const body = JSON.stringify(input);
      const sent = { ...(await headers({ method, url, body })), 'content-type': 'application/json' };
      const response = await send(
        url.href,
        { method, headers: sent, body, signal, redirect: 'error' },
        ifSilent,
      );
      const { status } = response;
      if (status !== 200) throwIfRefused('control panel', { status, text: await response.clone().text() });
      return readAnswer(response);
    },
  };
}
