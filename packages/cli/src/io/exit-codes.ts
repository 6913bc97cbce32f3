/** Every way a command can end, as `--help` prints it. */
export const exitCodes = {
  ok: { status: 0, meaning: 'all went well; for `drop`: every row landed' },
  failed: { status: 1, meaning: 'something failed; the reason is on stderr' },
  usage: {
    status: 2,
    meaning:
      'the command line is wrong, or a file that it names is not there, is empty, or is no valid profile or migration',
  },
  rowsLeft: { status: 3, meaning: 'some rows did not land; for `plan`: some rows would not be sent' },
  refused: { status: 4, meaning: 'the service refused the operation' },
  nothingRuns: { status: 5, meaning: 'no running system was found, or it does not answer' },
  failedAndUndone: {
    status: 6,
    meaning: 'for `migrate`: a step failed, and everything that it had written was undone',
  },
  interrupted: { status: 130, meaning: 'interrupted; a run that was being followed goes on' },
} as const;

export type Exit = keyof typeof exitCodes;

export function exitCodesHelp(): string {
  const lines = Object.values(exitCodes).map(
    ({ status, meaning }) => `  ${String(status).padStart(3)}  ${meaning}`,
  );
  return ['Exit codes:', ...lines].join('\n');
}
