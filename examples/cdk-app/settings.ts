import type { StageSettings } from '@sluice/infra';

export const settings: StageSettings = {
  tags: { team: 'records' },
  mail: {
    flowFrom: 'imports@example.org',
    serviceFrom: 'records@example.org',
    defaultTo: ['team@example.org'],
    alarmsTo: ['team@example.org'],
  },
  keep: { days: { drops: 60 } },
};
