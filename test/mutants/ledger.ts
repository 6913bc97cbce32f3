import { withFaults, tested, ours, type Mutant } from './mutant.ts';

/** Bugs in the ledger. */
export const ofTheLedger: readonly Mutant[] = [
  {
    name: 'an undo begins while an unresolved import may still write',
    file: 'packages/ledger/src/dynamodb/lanes.ts',
    from: ' && !isQuiet(before, at)',
    to: '',
    proof: tested('packages/ledger/src/dynamodb/dynamo-ledger.test.ts'),
  },
  {
    name: 'a lane is free while a run writes to it',
    file: 'packages/ledger/src/lane/lanes.ts',
    from: "  return use === 'has' || (use === 'undoes' && run.laneSince !== undefined);",
    to: "  return use === 'undoes' && run.laneSince !== undefined;",
    proof: withFaults('two files in one lane'),
  },
  {
    name: 'a run takes a lane that another one has',
    file: 'packages/ledger/src/dynamodb/lanes.ts',
    from: 'const mayTake = blockedBy === undefined && ',
    to: 'const mayTake = ',
    proof: withFaults('two files in one lane'),
  },
  {
    name: 'a mail that was sent counts as one to be sent',
    file: 'packages/mail/src/notice.ts',
    from: "  return notice !== undefined && notice.state !== 'intended';",
    to: "  return notice !== undefined && notice.state === 'refused';",
    proof: withFaults(ours),
  },
  {
    name: 'the counts are those of the dry run',
    file: 'packages/ledger/src/run/counts.ts',
    from: "  const real = ofBatch.find(({ phase }) => phase === 'real');",
    to: "  const real = ofBatch.find(({ phase }) => phase === 'dry');",
    proof: withFaults(ours),
  },
  {
    name: 'a batch with an unknown outcome is not counted as unknown',
    file: 'packages/ledger/src/run/counts.ts',
    from: "    case 'unknown':\n      return 'unknown';",
    to: "    case 'unknown':\n      return 'notAttempted';",
    proof: tested('packages/ledger/src/run/counts.test.ts'),
  },
  {
    name: 'a move leaves no line in the history',
    file: 'packages/ledger/src/dynamodb/moves.ts',
    from: '        putNew(table, eventItem(link.event, { mark, startedAt })),\n',
    to: '',
    proof: withFaults(ours),
  },
  {
    name: "the own write is taken for somebody else's after a lost reply",
    file: 'packages/dynamo-kit/src/write.ts',
    from: '    if (await isOurs(access, proof)) return true;\n',
    to: '',
    proof: tested('packages/ledger/src/dynamodb/dynamo-faults.test.ts'),
  },
  {
    name: 'a write ignores the version that it replaces',
    file: 'packages/ledger/src/dynamodb/items.ts',
    from: '      ConditionExpression: `${field} = :known`,',
    to: '      ConditionExpression: `${field} <> :known OR ${field} = :known`,',
    proof: tested(
      'packages/ledger/src/dynamodb/dynamo-ledger.test.ts',
      'packages/ledger/src/dynamodb/dynamo-faults.test.ts',
    ),
  },
  {
    name: 'a worker records the end of an attempt that is not its own',
    file: 'packages/ledger/src/submission/transitions.ts',
    from: "    case 'ambiguous':\n      return current?.owner === event.owner;",
    to: "    case 'ambiguous':\n      return current !== undefined;",
    proof: tested('packages/ledger/src/submission/transitions.test.ts'),
  },
  {
    name: 'an importId that comes after the end is dropped',
    file: 'packages/ledger/src/submission/transitions.ts',
    from: "  accepted: 'stays',\n",
    to: "  accepted: 'refused',\n",
    proof: tested('packages/ledger/src/submission/transitions.test.ts'),
  },
  {
    name: 'an approval is taken although somebody was asked about another plan since',
    file: 'packages/ledger/src/run/transitions.ts',
    from: "  if (event.type === 'approved') return event.plan !== run.approval?.plan.sha256;\n",
    to: '',
    proof: tested('packages/ledger/src/run/transitions.test.ts'),
  },
  {
    name: 'the end of an import that is no longer awaited is recorded',
    file: 'packages/ledger/src/submission/transitions.ts',
    from: '      if (isOfOtherImport(submission, event)) return false;\n',
    to: '',
    proof: tested('test/scenarios/approval.test.ts'),
  },
];
