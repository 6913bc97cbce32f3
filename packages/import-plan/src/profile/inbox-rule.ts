import { importableSchemas } from '@sluice/contract';

export const schemaNames = [...importableSchemas.map(({ name }) => name), 'ListItem.<list name>'].join(', ');

/** Said whenever a drop lies in the wrong place. */
export const inboxRule =
  'Expected: inbox/<schema>/<lookup>/<file>, such as inbox/client/email/new clients.csv, ' +
  `or inbox/<profile>/…/<file> with the name of a saved profile. Schemas: ${schemaNames}.`;
