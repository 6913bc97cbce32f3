import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const ports = 'packages/local/src/base/ports.ts';

export const mutants = mutantsOf(import.meta.url, {
  'another program may listen at the port of the console on ::1': {
    file: ports,
    from: '      await listenAlso(server, found);\n',
    to: '',
  },
  'a port that somebody else has on ::1 is used all the same': {
    file: ports,
    from: "hasCode(error, 'EADDRNOTAVAIL') || ",
    to: "hasCode(error, 'EADDRINUSE') || hasCode(error, 'EADDRNOTAVAIL') || ",
  },
  'the address of ::1 stays taken after the end': {
    file: ports,
    from: '    other.close();\n',
    to: '',
  },
});
