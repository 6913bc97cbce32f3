import type { WorkerName } from './messages.ts';

interface ScriptPolicy {
  createScriptURL(url: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy;
}

const trustedTypes = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes;
/** The page says where its worker is; nothing else may become a script. */
const script = document.querySelector<HTMLElement>('script[data-worker]')?.dataset.worker ?? '';

/** The policy of the page refuses an address for a script, unless this one has seen it. */
const policy: ScriptPolicy = trustedTypes?.createPolicy('sluice', {
  createScriptURL: (url) => {
    if (url !== script) throw new TypeError('no script of this page');
    return url;
  },
}) ?? { createScriptURL: (url) => url };

/** Starts a worker of the script that the page names. */
export const startWorker = (name: WorkerName): Worker =>
  new Worker(policy.createScriptURL(script), { type: 'module', name });
