import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const dispatchControl = 'packages/data-access/src/control/dispatch-control.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the flow takes back imports of the site that its request names': {
    file: dispatchControl,
    from: '{ ...body.own, siteId: await siteOfToken(request, body, services) }',
    to: '{ siteId: await siteOfToken(request, body, services), ...body.own }',
  },
  'the flow may call the whole control panel': {
    file: dispatchControl,
    from: 'const known = isUndo ? undoByName : byName;',
    to: 'const known = byName;',
  },
});
