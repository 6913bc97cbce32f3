import { answerHistory } from '@sluice/console-api/history/record-history';
import { httpFunction } from '@sluice/lambda-kit';
import { recordHistoryEnv } from './env.ts';

export const handler = httpFunction({ env: recordHistoryEnv, services: () => ({}), handle: answerHistory });
