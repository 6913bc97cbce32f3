import { sessionSchema } from '@sluice/console-api/shapes';
import { signal, useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { ask } from './api.ts';
import { pages, type Page, type PageProps } from './pages.tsx';
import { matched, path } from './place.ts';
import { may, session } from './session.ts';

const failure = signal<string | undefined>(undefined);

async function begin(): Promise<void> {
  try {
    session.value = await ask('session', { answer: sessionSchema });
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error);
  }
}

export function App() {
  useEffect(() => void begin(), []);
  if (session.value === undefined) return <p class="wait">{failure.value ?? 'One moment…'}</p>;
  const page = pages.find((one) => matched(one.path, path.value) !== undefined && may(one.needs));
  return (
    <main id="main">
      {page === undefined ? <p>There is no such page.</p> : <Open key={page.path} page={page} />}
    </main>
  );
}

function Open({ page }: { readonly page: Page }) {
  const shown = useSignal<{ readonly Page: ComponentType<PageProps> } | undefined>(undefined);
  useEffect(() => {
    void page.load().then((Page) => (shown.value = { Page }));
  }, [page, shown]);
  if (shown.value === undefined) return null;
  const { Page } = shown.value;
  return <Page {...matched(page.path, path.value)} />;
}
