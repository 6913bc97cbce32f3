import { told, tested, ours, type Mutant } from './mutant.ts';

/** Of the ledger. */
export const ofTheLedger: readonly Mutant[] = [
  {
    name: 'an undo begins while an import of which nobody heard may still write',
    file: 'packages/ledger/src/dynamodb/lanes.ts',
    from: ' && !isQuiet(before, at)',
    to: '',
    proof: tested('packages/ledger/src/dynamodb/dynamo-ledger.test.ts'),
  },
  {
    name: 'a lane is held by nobody while it is written to',
    file: 'packages/ledger/src/lane/lanes.ts',
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
    name: 'a mail that was sent counts as one to be sent',
    file: 'packages/mail/src/notice.ts',
    from: "  return notice !== undefined && notice.state !== 'intended';",
    to: "  return notice !== undefined && notice.state === 'refused';",
    proof: told(ours),
  },
  {
    name: 'the counts are those of the dry run',
    file: 'packages/ledger/src/run/counts.ts',
    from: "  const real = ofBatch.find(({ phase }) => phase === 'real');",
    to: "  const real = ofBatch.find(({ phase }) => phase === 'dry');",
    proof: told(ours),
  },
  {
    name: 'a batch of unknown fate is not counted as unknown',
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
    proof: told(ours),
  },
  {
    name: "the own write is taken for somebody else's after a lost reply",
    file: 'packages/dynamo-kit/src/write.ts',
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
    name: 'an end is taken that was read of an import which is not awaited any more',
    file: 'packages/ledger/src/submission/transitions.ts',
    from: '      if (isOfOtherImport(submission, event)) return false;\n',
    to: '',
    proof: tested('test/scenarios/approval.test.ts'),
  },
];
