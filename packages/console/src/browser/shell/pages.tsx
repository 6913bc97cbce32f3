import type { ConsoleRouteName } from '../../api/routes.ts';
import type { ComponentType } from 'preact';
import type { PageProps } from '../app/page-props.ts';

export interface Page {
  readonly path: string;
  /** In the title of the window and in the navigation. */
  readonly title: string;
  /** Whoever may ask this sees the page. */
  readonly needs: ConsoleRouteName;
  readonly isInNavigation?: boolean;
  readonly load: () => Promise<ComponentType<PageProps>>;
}

/** Every page, loaded when it is opened first. Those of the navigation stand in its order. */
export const pages: readonly Page[] = [
  {
    path: '/',
    title: 'Runs',
    needs: 'runs',
    isInNavigation: true,
    load: async () => (await import('../pages/home.tsx')).Home,
  },
  {
    path: '/drop',
    title: 'Drop',
    needs: 'upload',
    isInNavigation: true,
    load: async () => (await import('../pages/drop.tsx')).Drop,
  },
  {
    path: '/runs/{runId}',
    title: 'Run',
    needs: 'run',
    load: async () => (await import('../pages/run.tsx')).RunPage,
  },
  {
    path: '/runs/{runId}/rows/{file}',
    title: 'Rows',
    needs: 'download',
    load: async () => (await import('../pages/rows.tsx')).Rows,
  },
  {
    path: '/runs/{runId}/columns',
    title: 'Columns',
    needs: 'download',
    load: async () => (await import('../pages/columns.tsx')).Columns,
  },
  {
    path: '/migrations',
    title: 'Migrations',
    needs: 'migrations',
    isInNavigation: true,
    load: async () => (await import('../pages/migrations.tsx')).Migrations,
  },
  {
    path: '/migrations/{subject}',
    title: 'Migration',
    needs: 'migration',
    load: async () => (await import('../pages/migration.tsx')).Migration,
  },
  {
    path: '/profiles',
    title: 'Profiles',
    needs: 'profiles',
    isInNavigation: true,
    load: async () => (await import('../pages/profiles.tsx')).Profiles,
  },
  {
    path: '/profiles/{name}',
    title: 'Profile',
    needs: 'profile',
    load: async () => (await import('../pages/profile.tsx')).Profile,
  },
  {
    path: '/records',
    title: 'Records',
    needs: 'recordHistory',
    isInNavigation: true,
    load: async () => (await import('../pages/records.tsx')).Records,
  },
  {
    path: '/figures',
    title: 'Figures',
    needs: 'runs',
    isInNavigation: true,
    load: async () => (await import('../pages/figures.tsx')).Figures,
  },
  {
    path: '/audit',
    title: 'Audit',
    needs: 'seals',
    isInNavigation: true,
    load: async () => (await import('../pages/audit.tsx')).Audit,
  },
  {
    path: '/settings',
    title: 'Settings',
    needs: 'settings',
    isInNavigation: true,
    load: async () => (await import('../pages/settings.tsx')).Settings,
  },
];
