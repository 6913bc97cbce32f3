import {
  DynamoDBServiceException,
  TransactionCanceledException,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';

/** What happens to one request. `lost`: it has its effect, but its reply does not arrive. */
export type Fault = 'unsent' | 'lost' | 'throttled' | 'conflict' | 'denied';

/** Called before every request with the name of its command. Undefined lets it through. */
export type Faults = (command: string) => Fault | undefined | Promise<Fault | undefined>;

/** Adds faults to every request of a client, outside the SDK's own retries, and records the requests. */
export function injectFaults(client: DynamoDBClient, faults: Faults): { readonly requests: string[] } {
  const requests: string[] = [];
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const command = context.commandName ?? '';
      requests.push(command);
      const fault = await faults(command);
      if (fault === undefined) return next(args);
      if (fault === 'lost') await next(args);
      throw errorOf(fault);
    },
    { step: 'initialize', name: 'faults' },
  );
  return { requests };
}

/** Gives the faults one after the other to requests of one kind, and then none. */
export function inOrder(command: string, ...faults: Fault[]): Faults {
  return (asked) => (asked === command ? faults.shift() : undefined);
}

function errorOf(fault: Fault): Error {
  const $metadata = { httpStatusCode: 400 };
  switch (fault) {
    case 'unsent':
      return Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    case 'lost':
      return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', $metadata: { attempts: 3 } });
    case 'throttled':
      return new DynamoDBServiceException({
        name: 'ThrottlingException',
        $fault: 'client',
        $metadata,
        message: 'Rate exceeded',
      });
    case 'conflict':
      return new TransactionCanceledException({
        message: 'Transaction cancelled',
        $metadata,
        CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
      });
    default:
      return new DynamoDBServiceException({
        name: 'AccessDeniedException',
        $fault: 'client',
        $metadata,
        message: 'not allowed',
      });
  }
}
