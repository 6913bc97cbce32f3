/** What a person of the console may be: one or several, by the groups of the user pool. */
export const roles = ['viewer', 'dropper', 'approver', 'operator', 'auditor', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Everybody who is signed in. Viewers see no values of cells. */
const all = roles;
/** Who may see values of cells: sheets, plans, results. */
const readers: readonly Role[] = ['dropper', 'approver', 'operator', 'auditor', 'admin'];
const auditors: readonly Role[] = ['auditor', 'admin'];
const operators: readonly Role[] = ['operator', 'admin'];
const droppers: readonly Role[] = ['dropper', 'operator', 'admin'];
const approvers: readonly Role[] = ['approver', 'admin'];

export interface ConsoleRoute {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below `/api`. A part in braces takes any value. */
  readonly path: string;
  /** Who may ask; nobody else reaches the function. `everyone`: also without a session. */
  readonly may: readonly Role[] | 'everyone';
}

/** Every request of the console, and who may send it. A function may refuse more, such as the approval of one's own drop. */
export const consoleRoutes = {
  signIn: { method: 'GET', path: '/sign-in', may: 'everyone' },
  signedIn: { method: 'GET', path: '/signed-in', may: 'everyone' },
  signOut: { method: 'POST', path: '/sign-out', may: all },
  session: { method: 'GET', path: '/session', may: all },
  settings: { method: 'GET', path: '/settings', may: operators },

  runs: { method: 'GET', path: '/runs', may: all },
  run: { method: 'GET', path: '/runs/{runId}', may: all },
  rows: { method: 'GET', path: '/runs/{runId}/rows', may: readers },
  events: { method: 'GET', path: '/runs/{runId}/events', may: auditors },
  items: { method: 'GET', path: '/runs/{runId}/items', may: auditors },
  figures: { method: 'GET', path: '/figures', may: all },
  seals: { method: 'GET', path: '/seals', may: auditors },
  heads: { method: 'GET', path: '/seals/{day}/heads', may: auditors },
  recordHistory: { method: 'GET', path: '/history', may: [...operators, 'auditor'] },
  changes: { method: 'GET', path: '/changes', may: auditors },

  approve: { method: 'POST', path: '/runs/{runId}/approve', may: approvers },
  cancel: { method: 'POST', path: '/runs/{runId}/cancel', may: [...operators, 'approver', 'dropper'] },
  decide: { method: 'POST', path: '/runs/{runId}/decide', may: operators },
  undo: { method: 'POST', path: '/runs/{runId}/undo', may: operators },

  upload: { method: 'POST', path: '/uploads', may: droppers },
  resumeUpload: { method: 'POST', path: '/uploads/resume', may: droppers },
  completeUpload: { method: 'POST', path: '/uploads/complete', may: droppers },
  download: { method: 'POST', path: '/downloads', may: readers },

  profiles: { method: 'GET', path: '/profiles', may: readers },
  profile: { method: 'GET', path: '/profiles/{name}', may: readers },
  profileVersions: { method: 'GET', path: '/profiles/{name}/versions', may: readers },
  profileVersion: { method: 'GET', path: '/profiles/{name}/versions/{versionId}', may: readers },
  saveProfile: { method: 'PUT', path: '/profiles/{name}', may: operators },

  migrations: { method: 'GET', path: '/migrations', may: all },
  migration: { method: 'GET', path: '/migrations/{subject}', may: all },
  startMigration: { method: 'POST', path: '/migrations/{subject}/start', may: operators },
  undoMigration: { method: 'POST', path: '/migrations/{subject}/undo', may: operators },
} as const satisfies Record<string, ConsoleRoute>;
export type ConsoleRouteName = keyof typeof consoleRoutes;
