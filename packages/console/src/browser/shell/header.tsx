import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { pages } from './pages.tsx';
import { path } from '../app/place.ts';
import { hasEnded, may, session, signInAddress } from '../app/session.ts';
import { signOut } from '../app/sign-out.ts';

const isOnline = signal(navigator.onLine);
addEventListener('online', () => (isOnline.value = true));
addEventListener('offline', () => (isOnline.value = false));

const shown = computed(() => pages.filter(({ isInNavigation, needs }) => isInNavigation && may(needs)));

/** Who is signed in, and where they can go. */
export function Header({ open }: { readonly open: string | undefined }) {
  const here = `/${(open ?? '').split('/')[1] ?? ''}`;
  useFocusOnMain();
  useCurrentInView();
  return (
    <>
      <button type="button" class="skip" onClick={focusMain}>
        Skip to the content
      </button>
      <header>
        <a class="brand" href="#/">
          Sluice <small>{session.value?.stack}</small>
        </a>
        <nav aria-label="Pages">
          {shown.value.map((page) => (
            <a
              key={page.path}
              href={`#${page.path}`}
              aria-current={
                page.path === here || (page.path === '/' && here === '/runs') ? 'page' : undefined
              }
            >
              {page.title}
            </a>
          ))}
        </nav>
        <Person />
      </header>
      <Banner />
    </>
  );
}

const main = () => document.getElementById('main');
const focusMain = () => main()?.focus();

/** After a link was followed, a keyboard goes on in the page, and no longer in the navigation. */
function useFocusOnMain(): void {
  const here = path.value;
  useEffect(() => {
    if (document.activeElement?.closest('nav')) focusMain();
  }, [here]);
}

/** On a narrow page the navigation scrolls. */
function useCurrentInView(): void {
  const here = path.value;
  useEffect(() => {
    const current = document.querySelector('nav [aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [here]);
}

function Person() {
  const { person, roles = [] } = session.value ?? {};
  return (
    <details class="person">
      <summary>{person?.name}</summary>
      <div class="menu">
        <p>
          {person?.email}
          <br />
          <small>{roles.join(', ')}</small>
        </p>
        <button type="button" onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
    </details>
  );
}

/** What keeps the page from working, and what to do. */
function Banner() {
  return (
    <div role="status">
      {hasEnded.value && (
        <p class="banner">
          Your session has ended. What you see here stays. <a href={signInAddress()}>Sign in again</a>
        </p>
      )}
      {!isOnline.value && (
        <p class="banner">There is no connection. This page goes on by itself when it is back.</p>
      )}
    </div>
  );
}
