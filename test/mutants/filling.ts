import { tested, type Mutant } from './mutant.ts';

const own = 'packages/data-access/src/lookup-fields';
const transitions = `${own}/transitions.ts`;
const fill = `${own}/fill-fields.ts`;
const enter = `${own}/enter-shard.ts`;
const writing = `${own}/writing.ts`;
const lookup = 'packages/data-access/src/records/lookup.ts';
const runImport = 'packages/data-access/src/import/run-import.ts';
const byWriters = tested(`${own}/writing.test.ts`);
const byImports = tested('packages/data-access/src/import/first-use.test.ts');
const bySeeds = tested(`${own}/first-use.property.test.ts`);

/** Bugs in the filling of lookup fields, and in what writers do meanwhile. */
export const ofFilling: readonly Mutant[] = [
  {
    name: 'a field is filled while writers do not know of it',
    file: transitions,
    from: 'writer.since < since && writer.until > now',
    to: 'writer.since < 0 && writer.until > now',
    proof: bySeeds,
  },
  {
    name: 'filling never stops waiting for a worker that died',
    file: transitions,
    from: 'writer.since < since && writer.until > now',
    to: 'writer.since < since',
    proof: bySeeds,
  },
  {
    name: 'a field is used when one shard is filled',
    file: transitions,
    from: 'if (shards.every(({ done }) => done))',
    to: 'if (shards.some(({ done }) => done))',
    proof: bySeeds,
  },
  {
    name: 'a writer knows of a field that was announced after it registered',
    file: transitions,
    from: '  const since = fields.version + 1;\n  return next(fields, { writers',
    to: '  const since = fields.version + 3;\n  return next(fields, { writers',
    proof: bySeeds,
  },
  {
    name: 'a writer writes no entries while a field is filled',
    file: lookup,
    from: "use(key) !== 'unused'",
    to: "use(key) === 'used'",
    proof: bySeeds,
  },
  {
    name: 'a value that is given up leads nowhere',
    file: lookup,
    from: "use(key) !== 'used'",
    to: "use(key) === 'used'",
    proof: bySeeds,
  },
  {
    name: 'a value that is given up while its field is filled leads nowhere',
    file: lookup,
    from: "use(key) !== 'used'",
    to: "use(key) === 'unused'",
    proof: bySeeds,
  },
  {
    name: 'a request believes that no field is filled meanwhile',
    file: `${own}/use.ts`,
    from: "(isLarge(kind) ? 'filling' : 'used')",
    to: "(isLarge(kind) ? 'unused' : 'used')",
    proof: bySeeds,
  },
  {
    name: 'an undo believes that every value has its entry',
    file: 'packages/data-access/src/import/undo/undo-records.ts',
    from: "entries.filter(({ key }) => use(key) !== 'used')",
    to: "entries.filter(({ key }) => use(key) === 'used')",
    proof: bySeeds,
  },
  {
    name: 'a checkpoint is noted before its entries are there',
    file: enter,
    from: '    await lookups.add(siteId, entries);\n    const last = page.at(-1);\n    if (last) yield last.id;\n',
    to: '    const last = page.at(-1);\n    if (last) yield last.id;\n    await lookups.add(siteId, entries);\n',
    proof: bySeeds,
  },
  {
    name: 'a shard counts as filled when the time is over',
    file: fill,
    from: '      shard.done = done === true;\n',
    to: '      shard.done = true;\n',
    proof: bySeeds,
  },
  {
    name: 'records that are deleted are not filled',
    file: enter,
    from: 'entriesOf(page, isWanted)',
    to: 'entriesOf(page.filter(({ deleted }) => !deleted), isWanted)',
    proof: bySeeds,
  },
  {
    name: 'a worker takes the place of one that was believed dead',
    file: runImport,
    from: 'startWriting({ store, siteId, worker: worker.owner, now, sleep })',
    to: "startWriting({ store, siteId, worker: 'the import', now, sleep })",
    proof: byImports,
  },
  {
    name: 'a worker writes after its registration has ended',
    file: writing,
    from: 'if (now().getTime() >= until) throw',
    to: 'if (now().getTime() < 0) throw',
    proof: byWriters,
  },
  {
    name: 'a writer forgets what it learns when it registers again',
    file: writing,
    from: '({ use, until } = await register(writer));\n',
    to: '({ until } = await register(writer));\n',
    proof: byWriters,
  },
  {
    name: 'a worker ends its registration before it writes',
    file: runImport,
    from: '    await writing.renew();\n',
    to: '    await writing.end();\n',
    proof: bySeeds,
  },
  {
    name: 'an import waits for its own registration',
    file: runImport,
    from: 'if (error instanceof FieldsNeeded) await writing.end();',
    to: '',
    proof: byImports,
  },
  {
    name: 'records are looked up by a field that is not filled',
    file: `${own}/needed-fields.ts`,
    from: '        if (missing().length > 0) throw new FieldsNeeded(missing());\n',
    to: '',
    proof: byImports,
  },
];
