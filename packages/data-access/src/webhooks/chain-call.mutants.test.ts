import { mutantsOf, ofService } from '@sluice/test/mutants/mutant.ts';

const chainCall = 'packages/data-access/src/webhooks/chain-call.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an event is appended again when its message comes again': {
    file: chainCall,
    from: "event.type === 'wrote' && event.requestId === requestId",
    to: "event.type === 'wrote' && event.requestId === ''",
  },
  'a worker appends behind the log instead of where its message was noted': {
    file: chainCall,
    from: '    from: noted?.version,\n',
    to: '    from: undefined,\n',
  },
  'an event is noted once it is appended': {
    file: 'packages/data-access/src/control/audit/audit-log.ts',
    from: '    await once?.noting(event);\n',
    to: '',
  },
  'what a call has not written yet counts as never written': {
    file: chainCall,
    from: "found === 'not written' && message.isLastLook === undefined",
    to: 'found === undefined',
    proof: ofService(1000),
  },
  'an attempt that found the records of others has an event': {
    file: chainCall,
    from: "const isItself = found === 'written' ? attempt <= message.attempt : hash === message.valuesSha256;",
    to: "const isItself = found === 'written' || attempt > 0 || hash === message.valuesSha256;",
  },
  'a call that wrote a record twice is looked for by the last version alone': {
    file: chainCall,
    from: 'present.some((now) => now?.writer === callWriter(requestId))',
    to: 'present.some((now) => now?.writer === callWriter(requestId) && !(now.deleted && now.fields.email))',
  },
  'the hash is that of what is stored half a minute later': {
    file: chainCall,
    from: 'const data = { siteId, schemas, records: written.length, found, valuesSha256 };',
    to: "const later = (await storedOf(message, services)).hash;\n  const data = { siteId, schemas, records: written.length, found, valuesSha256: later };\n  if (valuesSha256 === '') return;",
  },
  'an erased row of a call loses its hash': {
    file: 'packages/data-access/src/store/rows-text.ts',
    from: 'const hash = hashOfRow(row);\n    hashes',
    to: "const hash = sha256('');\n    hashes",
  },
});
