import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const signature = 'packages/local/src/iam/signature.ts';
const s3Server = 'packages/local/src/s3/s3-server.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the hash of a body is not compared with the body': {
    file: signature,
    from: '  if (bodyHash !== undefined && bodyHash !== signed.payloadHash) throw mismatch();\n',
    to: '',
  },
  'a signature is not compared': {
    file: signature,
    from: '  if (!isEqual(expected, signed.signature)) throw mismatch();\n',
    to: '',
  },
  'a signature for one service is good at the others': {
    file: signature,
    from: ' && services.includes(service) &&',
    to: ' &&',
  },
  'the query of a signed request is not covered': {
    file: signature,
    from: '    canonicalQuery(query),\n',
    to: "    '',\n",
  },
  'the object store serves pages of strangers': {
    file: s3Server,
    from: "      if (refusal !== undefined) throw new S3Error('AccessDenied', refusal.message);\n",
    to: '',
  },
  'the object store takes unsigned requests': {
    file: s3Server,
    from: "checkSignature(request, { secretOf, now: now(), services: ['s3'] });\n",
    to: 'secretOf.name;\n',
  },
});
