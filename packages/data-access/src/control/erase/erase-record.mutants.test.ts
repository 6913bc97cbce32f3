import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an erase removes who wrote what a later import found': {
    file: 'packages/data-access/src/control/erase/judge-import.ts',
    from: 'const was = before && {',
    to: 'const was = before === undefined && {',
  },
  'an erase does not wait for a worker that was believed dead': {
    file: 'packages/data-access/src/lease/lease.ts',
    from: 'owner === null ? {} : { takenOver: true }',
    to: '{}',
  },
  'an erase does not wait for a function that makes deliveries of what it has read': {
    file: 'packages/data-access/src/control/erase/erase-record.ts',
    from: "if (place === 'deliveries' && isPublished",
    to: "if (place === 'deliveries' && !isPublished",
  },
  'an erase goes on while another one replaces the preview': {
    file: 'packages/data-access/src/control/erase/erase-import.ts',
    from: 'Date.parse(leaseUntil) + clocksDifferMs > now().getTime()',
    to: 'Date.parse(leaseUntil) < 0',
  },
});
