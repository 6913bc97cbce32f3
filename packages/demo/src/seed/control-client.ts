import { envelopeSchema } from '@sluice/contract';
import type { ZodType } from 'zod';

/** Why the demo site could not be filled. The message is for the person who started the system. */
export class SeedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SeedError';
  }
}

export interface ControlClient {
  /** @throws SeedError with the reason of the control panel */
  call<T>(operation: string, input: object, output: ZodType<T>): Promise<T>;
}

export function createControlClient(baseUrl: string, token: string): ControlClient {
  return {
    call: async (operation, input, output) => {
      const answer = await fetch(`${baseUrl}/${operation}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(input),
      });
      if (answer.status !== 200) throw refused(operation, `HTTP ${answer.status}`);
      const envelope = envelopeSchema.parse(await answer.json());
      if (!envelope.ok) throw refused(operation, envelope.error.message ?? envelope.error.code);
      return output.parse(envelope);
    },
  };
}

function refused(operation: string, reason: string): SeedError {
  const logs = 'See the logs of the functions, in logs/ of the data folder.';
  return new SeedError(`The control panel refused ${operation}: ${reason}. ${logs}`);
}
