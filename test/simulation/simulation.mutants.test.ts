import { mutantsOf, adapted, interleaved, simulated, tested } from '@sluice/test/mutants/mutant.ts';

const submitBatch = 'packages/flow/src/submit/submit-batch.ts';
const memoryLedger = 'packages/ledger/src/testing/memory/memory-ledger.ts';
const trackRun = 'packages/flow/src/track/track-run.ts';
const transitions = 'packages/ledger/src/submission/transitions.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a worker whose intent was refused sends anyway': {
    file: submitBatch,
    from: 'moved.moved ? {',
    to: 'moved ? {',
    proof: interleaved(150),
  },
  'a batch is repeated under its key for ever': {
    file: 'packages/flow/src/attempts/next.ts',
    from: 'key && areOneByKey(submission, { again: now, since })',
    to: 'key',
    proof: tested('packages/flow/src/attempts/next.test.ts'),
  },
  'a run writes to a lane that another one has': {
    file: 'packages/ledger/src/lane/turn.ts',
    from: 'if (holder !== undefined && holder.runId !== run.runId && needsLane(holder, asked.at))',
    to: "if (holder?.runId === '')",
    proof: simulated(80),
  },
  'an undo takes its lane while others write': {
    file: 'packages/ledger/src/run/lanes.ts',
    from: "use === 'undoes' && run.laneSince === undefined)",
    to: "use === 'none' && run.laneSince === undefined)",
    proof: simulated(200),
  },
  'the sweep leaves a run alone that asks nobody': {
    file: 'packages/flow/src/sweep/resume-run.ts',
    from: '  if (!due && (await waitsForPerson(run, services))) return false;',
    to: '  if (!due) return false;',
    proof: simulated(40),
  },
  'a stalled batch has no new message': {
    file: trackRun,
    from: '!(isNew || isStalled(',
    to: '!(isNew && isStalled(',
    proof: simulated(5),
  },
  'a sent notice is not recorded': {
    file: 'packages/flow/src/notify/send-notice.ts',
    from: '  await record({ ...settled(channels, outcomes), at: now().toISOString(), ...known });\n',
    to: '',
    proof: simulated(5),
  },
  'an ended run is tracked no more, though its notice is open': {
    file: trackRun,
    from: "  if (isAtRest && !isNoticeSettled(run.notice)) return 'report';\n",
    to: '',
    proof: simulated(5),
  },
  'a submission is moved from what the caller knows, whatever is stored': {
    file: memoryLedger,
    from: 'moveSubmission: async (ref, event) => {\n      const submission = found(',
    to: 'moveSubmission: async (ref, event, known) => {\n      const submission = known ?? found(',
    proof: interleaved(60),
  },
  'two workers may have an intent for one batch at once': {
    file: transitions,
    from: "    ...nothingMore,\n    notSent: 'planned',\n    parked: 'parked',\n    accepted: 'accepted',\n    ambiguous",
    to: "    ...nothingMore,\n    sendStarted: 'sending',\n    notSent: 'planned',\n    parked: 'parked',\n    accepted: 'accepted',\n    ambiguous",
    proof: interleaved(40),
  },
  'a slow worker may send a batch that was accepted since': {
    file: transitions,
    from: '  accepted: { ...nothingMore, rowsSetAside',
    to: "  accepted: { ...nothingMore, sendStarted: 'sending', rowsSetAside",
    proof: interleaved(300),
  },
  'two trackers plan the same real submissions': {
    file: memoryLedger,
    from: '  if (known) return sameBytes(known, { ...batch, sha256: sentSha256(batch, dry) });\n',
    to: '  if (known) sameBytes(known, { ...batch, sha256: sentSha256(batch, dry) });\n',
    proof: interleaved(330),
  },
  'a second reader plans a batch again that is under way': {
    file: memoryLedger,
    from: '      if (known) return sameBytes(known, batch);\n',
    to: '      if (known) sameBytes(known, batch);\n',
    proof: interleaved(250),
  },
  'content that another run imports is claimed again': {
    file: memoryLedger,
    from: 'repeats(run, last) ? last.runId : run.runId',
    to: "last.runId === '' ? last.runId : run.runId",
    proof: simulated(200),
  },
  'a worker calls on when the calls of the hour are spent': {
    file: 'packages/ledger/src/call-budget/call-budget.ts',
    from: 'return { calls: 0, again: none.until };',
    to: 'return { calls: wanted };',
    proof: simulated(250),
  },
  'what is stored already is put again in its place': {
    file: 'packages/ledger/src/dynamodb/items.ts',
    from: "ConditionExpression: 'attribute_not_exists(pk)'",
    to: "ConditionExpression: 'attribute_not_exists(absent)'",
    proof: adapted(20),
  },
});
