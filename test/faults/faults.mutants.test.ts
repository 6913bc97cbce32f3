import { mutantsOf, ours, withFaults } from '@sluice/test/mutants/mutant.ts';

const submitBatch = 'packages/flow/src/submit/submit-batch.ts';
const undoRun = 'packages/flow/src/undo/undo-run.ts';
const trackRun = 'packages/flow/src/track/track-run.ts';
const beforeImport = 'packages/flow/src/track/before-import.ts';
const submissionMoves = 'packages/ledger/src/dynamodb/submission-moves.ts';
const eraseBelow = 'packages/aws-kit/src/erasure/erase-below.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a batch is sent before its intent is written': {
    file: submitBatch,
    from: '  const attempt = await recordIntent({ run, planned, object }, services);\n',
    to: "  if (calls) await send(calls, { owner: '', run, submission: planned, object }, services);\n  const attempt = await recordIntent({ run, planned, object }, services);\n",
    proof: withFaults(ours),
  },
  'an import carries notification addresses': {
    file: submitBatch,
    from: "    dryRun: phase === 'dry',\n",
    to: "    dryRun: phase === 'dry',\n    successNotificationEmails: [...run.emails],\n",
    proof: withFaults(ours),
  },
  'every attempt has an idempotency key of its own': {
    file: submitBatch,
    from: '`${runId}-${batch}-${sha256}`',
    to: '`${runId}-${batch}-${sha256}-${attemptsMade(submission)}`',
    proof: withFaults(ours, 'submitReal Http.import 1: lost'),
  },
  'a batch is in the ledger before its object is in the bucket': {
    file: 'packages/flow/src/read/read-sheet.ts',
    from: '  await batchObjects.records.write(ref, { v: 1, rows: [...rows], headers, body, exported, before }, files);\n  await ledger.planBatch({ runId, number, objectKey, sha256, rows: rowCount, firstRow, lastRow });\n',
    to: '  await ledger.planBatch({ runId, number, objectKey, sha256, rows: rowCount, firstRow, lastRow });\n  await batchObjects.records.write(ref, { v: 1, rows: [...rows], headers, body, exported, before }, files);\n',
    proof: withFaults(ours, 'readDrop DynamoDB.PutItem'),
  },
  'an importId that comes when its run has ended is not polled': {
    file: submitBatch,
    from: 'return reopenForLateImports(run, [whole], services);',
    to: 'return;',
    proof: withFaults('an importId that comes after'),
  },
  'a batch without an answer is sent again where the service takes no key': {
    file: 'packages/flow/src/attempts/next.ts',
    from: 'return key && areOneByKey(submission, { again: now, since })',
    to: 'return areOneByKey({ attempts: [] })',
    proof: withFaults('a decision'),
  },
  'an undo leaves out rows whose import is unknown': {
    file: undoRun,
    from: '    missed += rows.length;\n',
    to: '',
    proof: withFaults('undo what was cancelled'),
  },
  'a lease never ends': {
    file: 'packages/flow/src/attempts/next.ts',
    from: 'Date.parse(lease) <= now.getTime()',
    to: 'Date.parse(lease) <= 0',
    proof: withFaults(ours, 'submitReal Http.import 1: diesAfter'),
  },
  'the real submissions that a crash left out are not planned': {
    file: trackRun,
    from: "  if (tracked.phase === 'real') await planReal(tracked.run, tracked, services);\n",
    to: '',
    proof: withFaults(ours, 'trackRun DynamoDB.TransactWriteItems'),
  },
  'batches that wait have no message sent': {
    file: trackRun,
    from: '  await batches.send(planned.map(messageOf));\n',
    to: '',
    proof: withFaults(ours),
  },
  'the content of a file is imported although another run claims it': {
    file: beforeImport,
    from: 'if (duplicateOf === run.runId)',
    to: "if (duplicateOf !== '')",
    proof: withFaults('the same content twice'),
  },
  'a run with bad rows is imported although its profile does not skip them': {
    file: 'packages/flow/src/track/next-step.ts',
    from: "run.invalidRows === 'skip' && refused.length < submissions.length",
    to: 'refused.length < submissions.length',
    proof: withFaults('bad rows stop the run'),
  },
  'a run is undone before its imports are': {
    file: undoRun,
    from: '  if (left > 0) return { after: run, left };\n',
    to: '',
    proof: withFaults('undo'),
  },
  'a drop whose event was lost is not found': {
    file: 'packages/flow/src/sweep/announce-drops.ts',
    from: 'if ((await runOfDrop(version, ledger)) !== undefined) return false;',
    to: 'if (version.landedAt.getTime() > 0) return false;',
    proof: withFaults('the same content twice'),
  },
  'a definition that was deleted is not looked for': {
    file: 'functions/adapters/s3-listings.ts',
    from: '[...versions, ...gone]',
    to: '[...versions, ...gone.slice(0, 0)]',
    proof: withFaults('a migration that is scheduled'),
  },
  'a mail is sent before its intent': {
    file: 'packages/flow/src/notify/send-notice.ts',
    from: '  const { recorded, current } = await intend(leaseMs);\n',
    to: '  for (const channel of notifier.channelsFor(message)) await channel.send(message);\n  const { recorded, current } = await intend(leaseMs);\n',
    proof: withFaults(ours),
  },
  'the result sheet reports the dry run': {
    file: 'packages/flow/src/report/row-outcomes.ts',
    from: "Number(other.phase === 'real') - Number(one.phase === 'real')",
    to: "Number(one.phase === 'real') - Number(other.phase === 'real')",
    proof: withFaults(ours),
  },
  'a run that may ask writes before anybody is asked': {
    file: beforeImport,
    from: '  if (reasons.length === 0) return step;',
    to: '  return step;',
    proof: withFaults('a plan is approved'),
  },
  'a lane is free while a run writes to it': {
    file: 'packages/ledger/src/run/lanes.ts',
    from: "  return use === 'has' || (use === 'undoes' && run.laneSince !== undefined);",
    to: "  return use === 'undoes' && run.laneSince !== undefined;",
    proof: withFaults('two files in one lane'),
  },
  'a run takes a lane that another one has': {
    file: 'packages/ledger/src/lane/turn.ts',
    from: 'if (holder !== undefined && holder.runId !== run.runId && needsLane(holder, asked.at))',
    to: "if (holder?.runId === '')",
    proof: withFaults('two files in one lane'),
  },
  'a mail that was sent counts as one to be sent': {
    file: 'packages/ledger/src/notice/notice.ts',
    from: "  return notice?.state !== undefined && notice.state !== 'intended';",
    to: "  return notice?.state !== undefined && notice.state === 'refused';",
    proof: withFaults(ours),
  },
  'the counts are those of the dry run': {
    file: 'packages/ledger/src/submission/counts.ts',
    from: "  const real = ofBatch.find(({ phase }) => phase === 'real');",
    to: "  const real = ofBatch.find(({ phase }) => phase === 'dry');",
    proof: withFaults(ours),
  },
  'a move of a run leaves no line in the history': {
    file: 'packages/ledger/src/dynamodb/moves.ts',
    from: '        putNew(table, eventItem(link.event, { mark, startedAt })),\n',
    to: '',
    proof: withFaults(ours),
  },
  'a submission is written without the line of its event': {
    file: submissionMoves,
    from: 'isFull ? [line] : [...lines, line]',
    to: 'isFull ? [line] : lines',
    proof: withFaults(ours),
  },
  'a submission forgets the lines before its latest one': {
    file: submissionMoves,
    from: 'isFull ? [line] : [...lines, line]',
    to: '[line]',
    proof: withFaults(ours),
  },
  'a run is not found by an import of its batches': {
    file: submissionMoves,
    from: '  if (entry) await putItem(access, entry);\n',
    to: '',
    proof: withFaults(ours),
  },
  'a batch whose plan was interrupted never gets its dry run': {
    file: 'packages/ledger/src/dynamodb/plans.ts',
    from: '    sameBytes(found(known, ',
    to: '    return sameBytes(found(known, ',
    proof: withFaults(ours, 'readDrop DynamoDB.PutItem 6: diesBefore'),
  },
  'what is erased stays in earlier versions': {
    file: eraseBelow,
    from: '    await objects.remove(version);\n',
    to: '    if (!isRewritten) await objects.remove(version);\n',
    proof: withFaults('a person is erased'),
  },
  'an object is removed before what others have in it is put': {
    file: eraseBelow,
    from: '    const isReplaced = isRewritten && (await objects.replace(version, judged.text));\n',
    to: '    await objects.remove(version);\n    const isReplaced = isRewritten && (await objects.replace(version, judged.text));\n',
    proof: withFaults('a person is erased', 'eraseRuns S3.PutObject'),
  },
});
