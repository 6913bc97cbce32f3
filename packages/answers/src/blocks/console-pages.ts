/** Pages of the console that answers name, as `packages/console` has them. Its tests open each. */
export const consolePages = {
  run: (runId: string) => `/runs/${runId}`,
  plan: (runId: string) => `/runs/${runId}/rows/plan`,
  columns: (runId: string) => `/runs/${runId}/columns`,
  migration: (migrationId: string) => `/migrations/${migrationId}`,
  profile: (name: string) => `/profiles/${name}`,
};

/** Where a page opens; undefined in a stack without a console. @param consoleUrl without a slash at its end */
export const linkToPage = (consoleUrl: string | undefined, page: string): string | undefined =>
  consoleUrl && `${consoleUrl}/#${page}`;
