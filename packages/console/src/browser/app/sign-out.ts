import { signedOutSchema } from '../../api/shapes.ts';
import { forgetDrops } from './kept-names.ts';
import { ApiError, ask } from './api.ts';

/** The windows of the console in this browser. */
const windows = new BroadcastChannel('sluice');
const signedOut = 'signed out';
let isOut = false;

/** Ends the session. No window keeps anything of a drop, nor shows it. */
export async function signOut(): Promise<void> {
  try {
    const { url } = await ask('signOut', { answer: signedOutSchema });
    forget();
    location.assign(url);
  } catch (error) {
    // Nothing else went wrong than that the session was over already.
    if (!(error instanceof ApiError) || error.code !== 'unauthorized') throw error;
    forget();
    location.reload();
  }
}

function forget(): void {
  isOut = true;
  forgetDrops('everybody');
  windows.postMessage(signedOut);
}

windows.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data !== signedOut) return;
  forgetDrops('everybody');
  location.reload();
});

// The button Back would show the page as it was left.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && isOut) location.reload();
});
