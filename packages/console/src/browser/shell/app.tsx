import { sessionSchema } from '../../api/shapes.ts';
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { forgetDrops } from '../app/kept-names.ts';
import { Problem, Wait } from '../parts/notices.tsx';
import { ask } from '../app/api.ts';
import type { PageProps } from '../app/page-props.ts';
import { pages, type Page } from './pages.tsx';
import { matched, path } from '../app/place.ts';
import { may, session } from '../app/session.ts';
import { Header } from './header.tsx';
import { problemIn, SignedOut } from '../app/signed-out.tsx';
import { useAnswer } from '../app/use-answer.ts';

/** The whole page: who is signed in, where they are, and what they see there. */
export function App() {
  const { error } = useAnswer({
    load: async () => {
      session.value = await ask('session', { answer: sessionSchema });
      forgetDrops('others');
      return session.value;
    },
    of: [],
  });
  const problem = problemIn(path.value);
  if (problem !== undefined) return <SignedOut problem={problem} />;
  if (session.value === undefined)
    return <main id="main">{error ? <Problem error={error} /> : <Wait />}</main>;
  const page = pages.find((one) => matched(one.path, path.value) !== undefined);
  return (
    <>
      <Header open={page?.path} />
      <main id="main" tabIndex={-1}>
        <Here page={page} />
      </main>
    </>
  );
}

function Here({ page }: { readonly page: Page | undefined }) {
  if (page === undefined)
    return (
      <>
        <h1>There is no such page</h1>
        <p>
          <a href="#/">See the runs</a>
        </p>
      </>
    );
  if (!may(page.needs))
    return (
      <>
        <h1>{page.title}</h1>
        <p class="notice">Your role does not include this page. An admin can give you another one.</p>
      </>
    );
  return <Opened key={page.path} page={page} />;
}

/** The page once its script has arrived. Whoever uses a screen reader begins at its heading. */
function Opened({ page }: { readonly page: Page }) {
  const loaded = useSignal<{ readonly Content: ComponentType<PageProps> } | undefined>(undefined);
  useEffect(() => {
    const show = async (): Promise<void> => {
      try {
        loaded.value = { Content: await page.load() };
      } catch {
        location.reload();
      }
    };
    void show();
  }, [page, loaded]);
  useEffect(() => {
    document.title = `${page.title} · Sluice`;
    scrollTo(0, 0);
  }, [page]);
  if (loaded.value === undefined) return <Wait />;
  const { Content } = loaded.value;
  const place = matched(page.path, path.value) ?? {};
  return <Content key={JSON.stringify(place)} {...place} />;
}
