import { taskFunction } from '@sluice/aws-kit/handlers';
import { reportRun } from '@sluice/flow/report/report-run';
import { leaseMs } from '@sluice/flow/notify/send-notice';
import * as z from 'zod';
import { createAwsLedger } from '../adapters/aws-ledger.ts';
import { createFlowNotifier } from '../adapters/flow-notifier.ts';
import { createLinkMaker } from '../adapters/link-maker.ts';
import { createS3Files } from '../adapters/s3-files.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { reportRunEnv, type ReportRunEnv } from './env.ts';

export function services(env: ReportRunEnv, outside: Outside = theOutside) {
  const files = createS3Files(outside, env.FILES_BUCKET);
  return {
    ledger: createAwsLedger(env, outside),
    drops: createS3Files(outside, env.DROP_BUCKET),
    files,
    filesBucket: env.FILES_BUCKET,
    makeLink: createLinkMaker(env, { files, now: outside.now }),
    consoleUrl: env.CONSOLE_URL,
    attaches: env.MAIL_ATTACHES ?? false,
    notifier: createFlowNotifier(env, outside),
    now: outside.now,
    newId: outside.newId,
  };
}

export const handler = taskFunction({
  env: reportRunEnv,
  services,
  input: z.looseObject({ runId: z.string().min(1) }),
  about: ({ runId }) => ({ runId }),
  // The machine's state passes through, and the machine waits while another execution sends the mail.
  run: async (state, services) => {
    const isLeased = (await reportRun(state.runId, services)) === 'leased';
    return isLeased ? { ...state, next: 'wait', waitSeconds: leaseMs / 1000 } : { ...state, next: 'done' };
  },
});
