import type { SessionServices } from '@sluice/console/api/session/sessions';
import { createUserPool } from '@sluice/console/api/session/user-pool';
import type { SessionEnv } from '../env-fields.ts';
import { createDynamoItems } from './dynamo-items.ts';
import type { Outside } from './outside.ts';

/** The sessions of the console, and the user pool that stands behind them. */
export function createSessions(env: SessionEnv, outside: Outside, consoleUrl?: string): SessionServices {
  const { fetch, now } = outside;
  return {
    items: createDynamoItems(outside, env.CONSOLE_TABLE),
    pool: createUserPool({
      url: env.USER_POOL_URL,
      issuer: env.USER_POOL_ISSUER,
      clientId: env.USER_POOL_CLIENT_ID,
      ...{ consoleUrl, fetch, now },
    }),
    now,
  };
}
