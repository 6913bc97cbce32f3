import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** What `load` gives, once it is wanted: code that most visits do without. Undefined until then. */
export function useLoaded<T extends object>(isWanted: boolean, load: () => Promise<T>): T | undefined {
  const loaded = useSignal<T | undefined>(undefined);
  useEffect(() => {
    if (!isWanted) return;
    void load().then(
      (module) => (loaded.value = module),
      () => undefined,
    );
  }, [isWanted, loaded]);
  return isWanted ? loaded.value : undefined;
}
