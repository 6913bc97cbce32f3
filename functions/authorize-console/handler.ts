import { authorize } from '@sluice/console/api/authorize/authorize';
import { authorizerFunction } from '@sluice/aws-kit/handlers';
import { createSessions } from '../adapters/console-sessions.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { authorizeConsoleEnv, type AuthorizeConsoleEnv } from './env.ts';

export function services(env: AuthorizeConsoleEnv, outside: Outside = theOutside) {
  return createSessions(env, outside);
}

export const handler = authorizerFunction({ env: authorizeConsoleEnv, services, decide: authorize });
