import type { ConsoleRouteName } from '@sluice/console-api/routes';
import type { ComponentType } from 'preact';

/** Values of the parts of the path that stand in braces. */
export type PageProps = Readonly<Record<string, string>>;

export interface Page {
  readonly path: string;
  /** In the title of the window and in the navigation. */
  readonly title: string;
  readonly isInNavigation?: boolean;
  /** Whoever may ask this sees the page. */
  readonly needs: ConsoleRouteName;
  readonly load: () => Promise<ComponentType<PageProps>>;
}

/** Every page, loaded when it is opened first. Those of the navigation stand in its order. */
export const pages: readonly Page[] = [
  {
    path: '/',
    title: 'Runs',
    isInNavigation: true,
    needs: 'runs',
    load: async () => (await import('../pages/home.tsx')).Home,
  },
  {
    path: '/drop',
    title: 'Drop',
    isInNavigation: true,
    needs: 'upload',
    load: async () => (await import('../pages/drop.tsx')).Drop,
  },
];
