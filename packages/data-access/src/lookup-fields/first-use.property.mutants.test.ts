import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const transitions = 'packages/data-access/src/lookup-fields/transitions.ts';
const lookup = 'packages/data-access/src/records/lookup.ts';
const enterShard = 'packages/data-access/src/lookup-fields/enter-shard.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a field is filled while writers do not know of it': {
    file: transitions,
    from: 'writer.since < since && writer.until > now',
    to: 'writer.since < 0 && writer.until > now',
  },
  'filling never stops waiting for a worker that died': {
    file: transitions,
    from: 'writer.since < since && writer.until > now',
    to: 'writer.since < since',
  },
  'a field is used when one shard is filled': {
    file: transitions,
    from: 'if (shards.every(({ done }) => done))',
    to: 'if (shards.some(({ done }) => done))',
  },
  'a writer knows of a field that was announced after it registered': {
    file: transitions,
    from: '  const since = fields.version + 1;\n  return next(fields, { writers',
    to: '  const since = fields.version + 3;\n  return next(fields, { writers',
  },
  'a writer writes no entries while a field is filled': {
    file: lookup,
    from: "use(key) !== 'unused'",
    to: "use(key) === 'used'",
  },
  'a value that is given up leads nowhere': {
    file: lookup,
    from: "use(key) !== 'used'",
    to: "use(key) === 'used'",
  },
  'a value that is given up while its field is filled leads nowhere': {
    file: lookup,
    from: "use(key) !== 'used'",
    to: "use(key) === 'unused'",
  },
  'a request believes that no field is filled meanwhile': {
    file: 'packages/data-access/src/records/use.ts',
    from: "(isLarge(kind) ? 'filling' : 'used')",
    to: "(isLarge(kind) ? 'unused' : 'used')",
  },
  'an undo believes that every value has its entry': {
    file: 'packages/data-access/src/undo/undo-records.ts',
    from: "entries.filter(({ key }) => use(key) !== 'used')",
    to: "entries.filter(({ key }) => use(key) === 'used')",
  },
  'a checkpoint is noted before its entries are there': {
    file: enterShard,
    from: '    await lookups.add(siteId, entries);\n    const last = page.at(-1);\n    if (last) yield last.id;\n',
    to: '    const last = page.at(-1);\n    if (last) yield last.id;\n    await lookups.add(siteId, entries);\n',
  },
  'a shard counts as filled when the time is over': {
    file: 'packages/data-access/src/lookup-fields/fill-fields.ts',
    from: '      shard.done = done === true;\n',
    to: '      shard.done = true;\n',
  },
  'records that are deleted are not filled': {
    file: enterShard,
    from: 'entriesOf(page, isWanted)',
    to: 'entriesOf(page.filter(({ deleted }) => !deleted), isWanted)',
  },
  'a worker ends its registration before it writes': {
    file: 'packages/data-access/src/import/apply-plan.ts',
    from: '    await writing.renew();\n',
    to: '    await writing.end();\n',
  },
});
