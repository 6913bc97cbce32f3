import { consoleSession } from '@sluice/console/api/session/console-session';
import { newSecret } from '@sluice/console/api/session/secrets';
import { httpFunction } from '@sluice/aws-kit/handlers';
import { createSessions } from '../adapters/console-sessions.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { consoleSessionEnv, type ConsoleSessionEnv } from './env.ts';

export function services(env: ConsoleSessionEnv, outside: Outside = theOutside) {
  return {
    ...createSessions(env, outside, env.CONSOLE_URL),
    consoleUrl: env.CONSOLE_URL,
    stack: env.STACK_NAME,
    settings: env.SETTINGS,
    dropFolders: env.DROP_FOLDERS,
    newSecret,
  };
}

export const handler = httpFunction({ env: consoleSessionEnv, services, handle: consoleSession });
