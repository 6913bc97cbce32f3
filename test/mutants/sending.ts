import { withFaults, tested, ours, type Mutant } from './mutant.ts';

/** Bugs in reading a drop and sending its batches. */
export const ofSending: readonly Mutant[] = [
  {
    name: 'a batch is sent before its intent is written',
    file: 'packages/flow/src/submit/submit-batch.ts',
    from: '  const attempt = await recordIntent({ run, planned, object }, services);\n',
    to: "  if (calls) await send(calls, { owner: '', run, submission: planned, object }, services);\n  const attempt = await recordIntent({ run, planned, object }, services);\n",
    proof: withFaults(ours),
  },
  {
    name: 'a worker sends although another one has the batch',
    file: 'packages/flow/src/submit/submit-batch.ts',
    from: '  return moved.moved ? { owner, run, object, submission: moved.now } : undefined;',
    to: '  return { owner, run, object, submission: moved.now };',
    proof: tested('packages/flow/src/submit/submit-batch.test.ts'),
  },
  {
    name: 'the bytes of a batch are not compared with what was planned',
    file: 'packages/flow/src/submit/submit-batch.ts',
    from: 'object === undefined || hashOf(object.body) !== submission.sha256',
    to: 'object === undefined',
    proof: tested('packages/flow/src/submit/submit-batch.test.ts'),
  },
  {
    name: 'a worker sends for a run that was cancelled',
    file: 'packages/flow/src/submit/submit-batch.ts',
    from: '  if (run?.cancel !== undefined) return false;\n',
    to: '',
    proof: tested('test/scenarios/cancelling.test.ts'),
  },
  {
    name: 'an import carries notification addresses',
    file: 'packages/flow/src/submit/submit-batch.ts',
    from: "    dryRun: phase === 'dry',\n",
    to: "    dryRun: phase === 'dry',\n    successNotificationEmails: [...run.emails],\n",
    proof: withFaults(ours),
  },
  {
    name: 'every attempt has an idempotency key of its own',
    file: 'packages/flow/src/submit/submit-batch.ts',
    from: '`${runId}-${batch}-${sha256}`',
    to: '`${runId}-${batch}-${sha256}-${attemptsMade(submission)}`',
    proof: withFaults(ours, 'submitReal Http.import 1: lost'),
  },
  {
    name: 'a lost reply to a real import counts as not sent',
    file: 'packages/flow/src/submit/verdict.ts',
    from: "maybeSent: { dry: 'ambiguous', real: 'ambiguous' }",
    to: "maybeSent: { dry: 'ambiguous', real: 'parked:not_sent' }",
    proof: tested('packages/flow/src/submit/verdict.test.ts'),
  },
  {
    name: 'server_error on a real import counts as a refusal',
    file: 'packages/flow/src/submit/verdict.ts',
    from: "'refused:server_error': { dry: 'ambiguous', real: 'ambiguous' }",
    to: "'refused:server_error': { dry: 'ambiguous', real: 'parked:rejected' }",
    proof: withFaults('a decision'),
  },
  {
    name: 'a page of a gateway counts as a refusal of the service',
    file: 'packages/flow/src/submit/verdict.ts',
    from: "intermediary: { dry: 'parked:rejected', real: 'ambiguous' }",
    to: "intermediary: { dry: 'parked:rejected', real: 'parked:rejected' }",
    proof: tested('packages/flow/src/submit/verdict.test.ts'),
  },
  {
    name: 'a batch is in the ledger before its object is in the bucket',
    file: 'packages/flow/src/read/read-sheet.ts',
    from: '  await batchObjects.records.write(ref, { v: 1, rows: [...rows], body }, files);\n  await ledger.planBatch({ runId, number, objectKey, sha256, rows: rows.length, firstRow, lastRow });\n',
    to: '  await ledger.planBatch({ runId, number, objectKey, sha256, rows: rows.length, firstRow, lastRow });\n  await batchObjects.records.write(ref, { v: 1, rows: [...rows], body }, files);\n',
    proof: withFaults(ours, 'readDrop DynamoDB.TransactWriteItems'),
  },
  {
    name: 'an importId that comes when its run has ended is not polled',
    file: 'packages/flow/src/submit/submit-batch.ts',
    from: 'return reopenForLateImports(run, [whole], services);',
    to: 'return;',
    proof: withFaults('an importId that comes after'),
  },
];
