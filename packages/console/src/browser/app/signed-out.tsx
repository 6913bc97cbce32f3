import { signInProblems, type SignInProblem } from '../../api/shapes.ts';
import { useEffect } from 'preact/hooks';
import { matched } from './place.ts';
import { signInAddress } from './session.ts';

const words: Readonly<Record<SignInProblem, { readonly title: string; readonly todo: string }>> = {
  expired: {
    title: 'The sign-in took too long',
    todo: 'It has to end within 10 minutes, and in the browser in which it began. Sign in again.',
  },
  refused: {
    title: 'The sign-in was refused',
    todo: 'You gave up, or your account is not allowed in. Sign in again. If that is refused too, ask an admin whether your account is enabled.',
  },
  'no-role': {
    title: 'You have no role yet',
    todo: 'Your account is known, but it is in no group, so there is nothing that you may see. Ask an admin for a role, such as dropper or approver, then sign in again.',
  },
};

/** Why a sign-in failed, if the address says so. */
export function problemIn(path: string): SignInProblem | undefined {
  const { problem } = matched('/signed-out/{problem}', path) ?? {};
  return signInProblems.find((one) => one === problem);
}

/** Where a sign-in ends that failed, and what to do. */
export function SignedOut({ problem }: { readonly problem: SignInProblem }) {
  const { title, todo } = words[problem];
  useEffect(() => void (document.title = `${title} · Sluice`), [title]);
  return (
    <main id="main" class="signed-out">
      <h1>{title}</h1>
      <p>{todo}</p>
      <p>
        <a class="button" href={signInAddress()}>
          Sign in again
        </a>
      </p>
    </main>
  );
}
