/** The mail of the service about one import. */
export const importMail = {
  what: { dryRun: 'Dry run', import: 'Import' },
  end: { success: 'succeeded', failure: 'failed' },
  subject: (what: string, end: string, importId: string) => `${what} ${end}: ${importId}`,
  demoSubject: (subject: string) => `[demo] ${subject}`,
  answer: {
    success: 'Every record was imported.',
    failure:
      'The import failed. Records that are not counted as created, updated or deleted were not written.',
  },
  answerOfDryRun: {
    success: 'Every record can be imported. It was a dry run: nothing was written.',
    failure: 'The records cannot be imported as they are. It was a dry run: nothing was written.',
  },
  next: 'correct these records and import them again.',
  title: { problems: 'What was wrong', records: 'Records', dryRun: 'Records, if they were imported' },
  counts: {
    created: 'created',
    updated: 'updated',
    unchanged: 'unchanged',
    deleted: 'deleted',
    failed: 'with errors, not written',
    notAttempted: 'without errors, not written',
    skipped: 'not as expected, left as they are',
  },
  fact: {
    name: 'name',
    importId: 'importId',
    site: 'site',
    schemas: 'schemas',
    requested: 'requested',
    ran: 'ran',
  },
  demoSite: (name: string) => `${name} (demo)`,
};
