import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const requests = 'packages/aws-kit/src/handlers/aws-requests.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a request that nobody answers waits without an end': {
    file: requests,
    from: 'const requestTimeout = withinInvocation(firstByteMs + sendingMs);',
    to: 'const requestTimeout = 0;',
  },
  'an answer that stops in the middle is awaited without an end': {
    file: requests,
    from: 'response.body = whileAwaited(response.body, idleMs);',
    to: 'response.body = response.body.pause();',
  },
  'an answer counts as silent while its reader holds it back': {
    file: requests,
    from: '    settle();\n    if (!body.push(chunk)) source.pause();',
    to: '    if (!body.push(chunk)) source.pause();',
  },
  'a request takes all that is left of its invocation': {
    file: requests,
    from: 'Math.min(ms, leftMs() / 3)',
    to: 'Math.min(ms)',
  },
});
