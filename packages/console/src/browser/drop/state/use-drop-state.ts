import { useEffect, useState } from 'preact/hooks';
import type { DropState } from './drop-state.ts';

/** The state of a drop while its component is shown. The browser asks before it leaves an upload. */
export function useDropState(create: () => DropState): DropState {
  const [state] = useState(create);
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (state.uploading.value !== undefined) event.preventDefault();
    };
    addEventListener('beforeunload', leave);
    return () => {
      removeEventListener('beforeunload', leave);
      state.close();
    };
  }, [state]);
  return state;
}
