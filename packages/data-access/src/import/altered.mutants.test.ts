import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const own = (file: string) => `packages/data-access/src/${file}`;

/** Bugs by which forged values are shown or written, or by which an erase takes the proof of other rows. */
export const mutants = mutantsOf(import.meta.url, {
  'what was planned again is not compared': {
    file: own('store/rows-text.ts'),
    from: 'before === undefined ? next : sha256(`${before}\\n${next}\\n`);',
    to: 'before ?? next;',
  },
  'what follows an erased row on its line is not compared': {
    file: own('store/rows-text.ts'),
    from: 'erasedRow.safeParse(parseJson(row)).data?.hash',
    to: "row.split('\"')[3]",
  },
  'the values of a row that says that it was erased count': {
    file: own('store/rows-text.ts'),
    from: "{ ...z.looseObject({}).parse(row), action: 'unchanged', before: null, changes: {} }",
    to: 'z.looseObject({}).parse(row)',
  },
  'a row was erased if it says so': {
    file: own('import/documents.ts'),
    from: '!erased.has(shortHash(hash))',
    to: 'erased.has(hash)',
  },
  'an import does not note which of its rows an erase takes': {
    file: own('control/erase/erase-import.ts'),
    from: 'return saved({ ...item, erasures: [...erasures, { event, rows: rows.map(shortHash) }] }, of);',
    to: 'return saved({ ...item, erasures: event > 0 ? erasures : [] }, of);',
  },
  'all rows of an import have one salt': {
    file: own('store/rows-text.ts'),
    from: '`${secret} ${at}`',
    to: '`${secret} ${at * 0}`',
  },
  'an erase makes the hash of a row anew': {
    file: own('store/rows-text.ts'),
    from: 'const hash = hashOfRow(row);\n    hashes',
    to: 'const hash = sha256(JSON.stringify(left));\n    hashes',
  },
  'an undo uses outcomes that were changed': {
    file: own('import/documents.ts'),
    from: ' || sha256Of(text) === previewSha256) return text;',
    to: ' || text.length > 0) return text;',
  },
  'a write without its values has no hash': {
    file: own('import/record-writes.ts'),
    from: "if (!made) return { write: covered, before: 'lost' };",
    to: "if (!made) return { write: about, before: 'lost' };",
  },
  'an erase leaves the hash of the preview as it was': {
    file: own('control/erase/erase-import.ts'),
    from: "typeof judged === 'object' ? { ...item, previewSha256: sha256Of(judged.text) } : item;",
    to: 'judged && item;',
  },
  'an undo does not ask which values the history names': {
    file: own('undo/start-undo.ts'),
    from: 'if (expected !== undefined && expected !== valuesSha256(item))',
    to: 'if (expected !== undefined && expected === importDocuments.name)',
  },
  'a record that its import did not write so is shown': {
    file: own('import/record-writes.ts'),
    from: 'return !isKept || isDeepStrictEqual(fields, after.fields);',
    to: 'return !isKept || fields !== after.fields;',
  },
  'an import compares with a dry run that was changed': {
    file: own('import/known-dry-runs.ts'),
    from: 'unlessAltered(() => documents.steps(item))',
    to: 'documents.steps({ ...item, stepsSha256: undefined })',
  },
});
