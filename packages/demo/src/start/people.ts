import type { GivenPerson } from '@sluice/local';

/** One person for each role of the console. */
export const people: readonly GivenPerson[] = [
  { name: 'Vera Viewer', email: 'vera@example.com', groups: ['viewer'] },
  { name: 'Dana Dropper', email: 'dana@example.com', groups: ['dropper'] },
  { name: 'Petra Approver', email: 'petra@example.com', groups: ['approver'] },
  { name: 'Otto Operator', email: 'otto@example.com', groups: ['operator'] },
  { name: 'Aude Auditor', email: 'aude@example.com', groups: ['auditor'] },
  { name: 'Ada Admin', email: 'ada@example.com', groups: ['admin'] },
];
