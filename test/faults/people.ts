import { actOnRun } from '@sluice/flow/act/act-on-run';
import { services as actServices } from '../../functions/act-on-run/handler.ts';
import { services as redriveServices } from '../../functions/redrive/handler.ts';
import { redrive } from '@sluice/flow/redrive/redrive';
import { asked } from '@sluice/flow/testing/asked';
import type { Stage } from './stage.ts';

const minute = 60_000;

/** People who act on the world by functions of their own. */
export function createPeople({ env, outside, pass, invoke, warmed }: Stage, areAnyDead: () => boolean) {
  return {
    /** A person acts on a run, and says it again when there was no answer. */
    act: async (runId: string, name: string, body: object = {}): Promise<number> => {
      for (let tried = 0; tried < 5; tried += 1) {
        let status = 500;
        await invoke('act', async () => {
          const services = warmed('act', () => actServices(env, outside));
          status = (await actOnRun(asked(`/runs/${runId}/${name}`, body), services)).status;
        });
        if (status < 500) return status;
        pass(minute);
      }
      return 500;
    },

    /** Somebody has the dead letters redriven, and says it again when there was no answer. */
    redrive: async (): Promise<void> => {
      for (let tried = 0; tried < 5 && areAnyDead(); tried += 1) {
        await invoke('redrive', () => redrive(warmed('redrive', () => redriveServices(env, outside))));
        pass(3 * minute);
      }
    },
  };
}
