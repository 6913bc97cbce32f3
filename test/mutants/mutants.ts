/** What must notice a bug: stories with faults (arguments of `npm run faults`), or files of tests. */
export type Proof = { readonly faults: readonly string[] } | { readonly tests: readonly string[] };

/** A bug that somebody could make, as a small change of the source. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  /** The exact text, which the file has once. */
  readonly from: string;
  readonly to: string;
  readonly proof: Proof;
}

const told = (scenario: string, only = 'nothing'): Proof => ({
  faults: ['--bail', '--triples', '0', '--processes', '1', '--scenario', scenario, '--only', only],
});
const tested = (...tests: string[]): Proof => ({ tests });

const ours = 'all good, at our service';
const plain = 'all good, at a service without';

export const mutants: readonly Mutant[] = [
  {
    name: 'a batch is sent before its intent is written',
    file: 'functions/submit-batch/submit-batch.ts',
    from: '  const attempt = await intend({ run, planned, object }, services);\n',
    to: "  if (calls) await send(calls, { owner: '', run, submission: planned, object }, services);\n  const attempt = await intend({ run, planned, object }, services);\n",
    proof: told(ours),
  },
  {
    name: 'a worker sends although another one has the batch',
    file: 'functions/submit-batch/submit-batch.ts',
    from: '  return moved.moved ? { owner, run, object, submission: moved.now } : undefined;',
    to: '  return { owner, run, object, submission: moved.now };',
    proof: tested('functions/submit-batch/submit-batch.test.ts'),
  },
  {
    name: 'the bytes of a batch are not compared with what was planned',
    file: 'functions/submit-batch/submit-batch.ts',
    from: 'object === undefined || hashOf(object.body) !== submission.sha256',
    to: 'object === undefined',
    proof: tested('functions/submit-batch/submit-batch.test.ts'),
  },
  {
    name: 'a worker sends for a run that was cancelled',
    file: 'functions/submit-batch/submit-batch.ts',
    from: '  if (run?.cancel !== undefined) return false;\n',
    to: '',
    proof: tested('functions/cancelling.test.ts'),
  },
  {
    name: 'an import carries notification addresses',
    file: 'functions/submit-batch/submit-batch.ts',
    from: "    dryRun: phase === 'dry',\n",
    to: "    dryRun: phase === 'dry',\n    successNotificationEmails: [...run.emails],\n",
    proof: told(ours),
  },
  {
    name: 'every attempt has an idempotency key of its own',
    file: 'functions/submit-batch/submit-batch.ts',
    from: '`${runId}-${batch}-${sha256}`',
    to: '`${runId}-${batch}-${sha256}-${attemptsMade(submission)}`',
    proof: told(ours, 'submitReal Http.import 1: lost'),
  },
  {
    name: 'a lost reply to a real import counts as not sent',
    file: 'functions/submit-batch/verdict.ts',
    from: "maybeSent: { dry: 'ambiguous', real: 'ambiguous' }",
    to: "maybeSent: { dry: 'ambiguous', real: 'parked:not_sent' }",
    proof: told(plain, 'submitReal Http.import 1: lost'),
  },
  {
    name: 'server_error on a real import counts as a refusal',
    file: 'functions/submit-batch/verdict.ts',
    from: "'refused:server_error': { dry: 'ambiguous', real: 'ambiguous' }",
    to: "'refused:server_error': { dry: 'ambiguous', real: 'parked:rejected' }",
    proof: told('a decision'),
  },
  {
    name: 'a page of a gateway counts as a refusal of the service',
    file: 'functions/submit-batch/verdict.ts',
    from: "intermediary: { dry: 'parked:rejected', real: 'ambiguous' }",
    to: "intermediary: { dry: 'parked:rejected', real: 'parked:rejected' }",
    proof: told(plain, 'submitReal Http.import 1: gateway'),
  },
  {
    name: 'a batch of unknown fate is sent again without a quiet time',
    file: 'functions/track-run/repeat.ts',
    from: 'return lastSent + quietMs <= now.getTime()',
    to: 'return lastSent <= now.getTime()',
    proof: told(plain, 'submitReal Http.import 1: lost'),
  },
  {
    name: 'deletions are sent again blindly',
    file: 'functions/track-run/repeat.ts',
    from: "Object.hasOwn(record, 'deleted')",
    to: "Object.hasOwn(record, 'erased')",
    proof: told('a decision'),
  },
  {
    name: 'a person may say of an import that may still come that it is not there',
    file: 'functions/act-on-run/decide.ts',
    from: "choice === 'attach' ? [] : chosen.map((one) => quietUntilOf(one) ?? '')",
    to: '[] as string[]',
    proof: tested('functions/decisions.test.ts'),
  },
  {
    name: 'an undo begins while an import of which nobody heard may still write',
    file: 'packages/ledger/src/dynamodb/lanes.ts',
    from: ' && !isQuiet(before, at)',
    to: '',
    proof: tested('packages/ledger/src/dynamodb/dynamo-ledger.test.ts'),
  },
  {
    name: 'an undo passes over rows whose import nobody knows',
    file: 'functions/track-run/undo.ts',
    from: '    missed += rows.length;\n',
    to: '',
    proof: told('undo what was cancelled'),
  },
  {
    name: 'a lease never ends',
    file: 'functions/track-run/free.ts',
    from: 'Date.parse(lease) <= now().getTime()',
    to: 'Date.parse(lease) <= 0',
    proof: told(ours, 'submitReal Http.import 1: diesAfter'),
  },
  {
    name: 'the real submissions that a crash left out are not planned',
    file: 'functions/track-run/track-run.ts',
    from: "  if (look.phase === 'real') await planReal(look.run, look, services);\n",
    to: '',
    proof: told(ours, 'trackRun DynamoDB.TransactWriteItems'),
  },
  {
    name: 'batches that wait have no message sent',
    file: 'functions/track-run/track-run.ts',
    from: '  await batches.send(planned.map(messageOf));\n',
    to: '',
    proof: told(ours),
  },
  {
    name: 'a lane is held by nobody while it is written to',
    file: 'packages/ledger/src/lanes.ts',
    from: "  return stake === 'has' || (stake === 'undoes' && run.laneSince !== undefined);",
    to: "  return stake === 'undoes' && run.laneSince !== undefined;",
    proof: told('two files in one lane'),
  },
  {
    name: 'a run takes a lane that another one has',
    file: 'packages/ledger/src/dynamodb/lanes.ts',
    from: 'const mayTake = blockedBy === undefined && ',
    to: 'const mayTake = ',
    proof: told('two files in one lane'),
  },
  {
    name: 'the content of a file is imported although another run claims it',
    file: 'functions/track-run/claim.ts',
    from: 'if (holder === run.runId || run.again)',
    to: "if (holder !== '' || run.again)",
    proof: told('the same content twice'),
  },
  {
    name: 'a run with bad rows is imported without being told to leave them out',
    file: 'functions/track-run/decide.ts',
    from: "run.invalidRows === 'skip' && refused.length < submissions.length",
    to: 'refused.length < submissions.length',
    proof: told('bad rows stop the run'),
  },
  {
    name: 'a run is undone before its imports are',
    file: 'functions/track-run/undo.ts',
    from: '  if (left > 0) return { after: run, left };\n',
    to: '',
    proof: told('undo'),
  },
  {
    name: 'a batch is in the ledger before its object is in the bucket',
    file: 'functions/read-drop/read-sheet.ts',
    from: '  await files.put(objectKey, JSON.stringify(object));\n  await ledger.planBatch({ runId, number, objectKey, sha256, rows: rows.length, firstRow, lastRow });\n',
    to: '  await ledger.planBatch({ runId, number, objectKey, sha256, rows: rows.length, firstRow, lastRow });\n  await files.put(objectKey, JSON.stringify(object));\n',
    proof: told(ours, 'readDrop DynamoDB.TransactWriteItems'),
  },
  {
    name: 'a tracker is written down before it is started',
    file: 'functions/read-drop/read-drop.ts',
    from: '  await machine.start({ name: trackerName(runId, 1), input: { runId, tracker: 1, polls: 0 } });\n  await ledger',
    to: "  await ledger.moveRun(runId, { type: 'trackerStarted', at: now().toISOString(), trackers: 1 });\n  await machine.start({ name: trackerName(runId, 1), input: { runId, tracker: 1, polls: 0 } });\n  await ledger",
    proof: tested('functions/crashes.test.ts'),
  },
  {
    name: 'a drop whose event was lost is not found',
    file: 'functions/sweep/sweep.ts',
    from: 'if ((await ledger.run(runIdOf(version))) !== undefined) return false;',
    to: 'if (version.landedAt.getTime() > 0) return false;',
    proof: told('the same content twice'),
  },
  {
    name: 'a definition that was deleted is not looked for',
    file: 'functions/sweep/s3-definitions.ts',
    from: '[...(page.Versions ?? []), ...gone]',
    to: '[...(page.Versions ?? []), ...gone.slice(0, 0)]',
    proof: told('a migration that is scheduled'),
  },
  {
    name: 'an importId that comes when its run has ended is not polled',
    file: 'functions/submit-batch/submit-batch.ts',
    from: 'return hearOfLate(run, [whole], services);',
    to: 'return;',
    proof: told('an importId that comes after'),
  },
  {
    name: 'a run whose tracker died is not taken up',
    file: 'functions/sweep/take-up.ts',
    from: 'if (run.trackers > 0 && (await machine.isRunning(trackerName(run.runId, run.trackers)))) return false;',
    to: 'if (run.trackers > 0) return false;',
    proof: tested('functions/sweep/sweep.test.ts'),
  },
  {
    name: 'a mail is sent before its intent',
    file: 'functions/report-run/tell.ts',
    from: '  const claim = await note({ runId, about }, intend(leaseMs), services);\n',
    to: '  await services.mailer.send(emails, mail, { runId });\n  const claim = await note({ runId, about }, intend(leaseMs), services);\n',
    proof: told(ours),
  },
  {
    name: 'a mail that was sent counts as one to be sent',
    file: 'packages/ledger/src/run-mail.ts',
    from: "  return mail !== undefined && mail.state !== 'intended';",
    to: "  return mail !== undefined && mail.state === 'refused';",
    proof: told(ours),
  },
  {
    name: 'the result sheet tells of the dry run',
    file: 'functions/report-run/row-outcomes.ts',
    from: "Number(other.phase === 'real') - Number(one.phase === 'real')",
    to: "Number(one.phase === 'real') - Number(other.phase === 'real')",
    proof: told(ours),
  },
  {
    name: 'the counts are those of the dry run',
    file: 'packages/ledger/src/counts.ts',
    from: "  const real = ofBatch.find(({ phase }) => phase === 'real');",
    to: "  const real = ofBatch.find(({ phase }) => phase === 'dry');",
    proof: told(ours),
  },
  {
    name: 'a batch of unknown fate is not counted as unknown',
    file: 'packages/ledger/src/counts.ts',
    from: "    case 'unknown':\n      return 'unknown';",
    to: "    case 'unknown':\n      return 'notAttempted';",
    proof: tested('packages/ledger/src/counts.test.ts'),
  },
  {
    name: 'a move leaves no line in the history',
    file: 'packages/ledger/src/dynamodb/moves.ts',
    from: '        putNew(table, eventItem(link.event, { mark, startedAt })),\n',
    to: '',
    proof: told(ours),
  },
  {
    name: "the own write is taken for somebody else's after a lost reply",
    file: 'packages/ledger/src/dynamodb/table-access.ts',
    from: '    if (await isOurs(access, proof)) return true;\n',
    to: '',
    proof: tested('packages/ledger/src/dynamodb/dynamo-faults.test.ts'),
  },
  {
    name: 'a write does not look at the version that it replaces',
    file: 'packages/ledger/src/dynamodb/items.ts',
    from: '      ConditionExpression: `${field} = :known`,',
    to: '      ConditionExpression: `${field} <> :known OR ${field} = :known`,',
    proof: tested(
      'packages/ledger/src/dynamodb/dynamo-ledger.test.ts',
      'packages/ledger/src/dynamodb/dynamo-faults.test.ts',
    ),
  },
  {
    name: 'a worker speaks of the attempt of another one',
    file: 'packages/ledger/src/submission-transitions.ts',
    from: "    case 'ambiguous':\n      return current?.owner === event.owner;",
    to: "    case 'ambiguous':\n      return current !== undefined;",
    proof: tested('packages/ledger/src/submission-transitions.test.ts'),
  },
  {
    name: 'an importId that comes after the end is dropped',
    file: 'packages/ledger/src/submission-transitions.ts',
    from: "  accepted: 'stays',\n",
    to: "  accepted: 'refused',\n",
    proof: tested('packages/ledger/src/submission-transitions.test.ts'),
  },
  {
    name: 'an approval of one plan lets another go on',
    file: 'functions/track-run/ask-approval.ts',
    from: '  if (isApproved(run, plan)) return decision;',
    to: '  if (run.approval?.approved) return decision;',
    proof: tested('functions/approval.test.ts'),
  },
  {
    name: 'a run is not checked once more after its approval',
    file: 'functions/track-run/track-run.ts',
    from: 'const checkedAgain = await checkAgain(look, services);',
    to: 'const checkedAgain = false;',
    proof: tested('functions/approval.test.ts'),
  },
  {
    name: 'an approval is taken although somebody was asked about another plan since',
    file: 'packages/ledger/src/run-transitions.ts',
    from: "  if (event.type === 'approved' && event.plan !== run.approval?.plan.sha256) return true;\n",
    to: '',
    proof: tested('packages/ledger/src/run-transitions.test.ts'),
  },
  {
    name: 'a run that may ask writes before anybody is asked',
    file: 'functions/track-run/ask-approval.ts',
    from: '  if (why === undefined) return decision;',
    to: '  return decision;',
    proof: told('a plan is approved'),
  },
];
