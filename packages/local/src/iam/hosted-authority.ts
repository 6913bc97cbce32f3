import * as z from 'zod';
import { keysSchema } from './signature.ts';
import { onMessage, post } from '../base/parent-thread.ts';
import { openAccessLog } from './access-log.ts';
import { Authority, type Policies } from './authority.ts';

const authoritySchema = z.object({ keys: keysSchema, accessLog: z.string() });
const policiesSchema = z.custom<Policies>((value) => typeof value === 'object');

interface Hosting {
  readonly stop: () => void;
  readonly adopted?: (policies: Policies) => void;
}

/** The authority in the thread of a server. It adopts what the main thread sends, until that says to stop. */
export function hostedAuthority(data: unknown, { stop, adopted }: Hosting): Authority {
  const { keys, accessLog } = authoritySchema.parse(data);
  const authority = new Authority(keys, openAccessLog(accessLog));
  onMessage((message) => {
    if (message === 'stop') {
      authority.stop();
      return stop();
    }
    const policies = policiesSchema.parse(message);
    authority.adopt(policies);
    adopted?.(policies);
    post({ adopted: true });
  });
  return authority;
}
