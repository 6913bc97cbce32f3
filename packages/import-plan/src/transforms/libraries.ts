import type { Step } from './steps.ts';

/** What few profiles need and takes time and memory to load. */
const loaders = {
  part: () => import('re2js'),
  phone: () => import('./phone-numbers.ts'),
};

interface Libraries {
  part?: Awaited<ReturnType<(typeof loaders)['part']>>;
  phone?: Awaited<ReturnType<(typeof loaders)['phone']>>;
}

const loaded: Libraries = {};

/** Loads what these steps need, so that they can be compiled. */
export async function loadLibraries(steps: readonly Step[]): Promise<void> {
  const uses = (name: string) => steps.some((step) => typeof step === 'object' && name in step);
  if (uses('part')) loaded.part ??= await loaders.part();
  if (uses('phone')) loaded.phone ??= await loaders.phone();
}

/** @throws Error if `loadLibraries` was not called */
export function library<Name extends keyof Libraries>(name: Name): NonNullable<Libraries[Name]> {
  const found = loaded[name];
  if (found === undefined) throw new Error(`the library for ${name} is not loaded`);
  return found;
}
