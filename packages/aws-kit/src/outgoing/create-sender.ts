import type { Socket } from 'node:net';
import { checkUrl, forbiddenReason, mayReach } from './check-url.ts';
import { connect } from './connect.ts';
import { ForbiddenAddress } from './guarded-lookup.ts';
import { post } from './post.ts';
import type { Send, SenderOptions, SendResult } from './send.ts';

const connectTimeoutMsUnlessTold = 5000;

/** Sends deliveries over HTTPS to public addresses only, without redirects, each with its own connection. */
export function createSender(options: SenderOptions): Send {
  return async (text, body, deliveryId) => {
    const started = performance.now();
    const durationMs = () => Math.round(performance.now() - started);
    const checked = checkUrl(text, options);
    if (checked.kind === 'refused') {
      return { kind: 'forbidden', reason: `url: ${checked.message}`, durationMs: durationMs() };
    }
    try {
      const status = await deliver(checked.url, { body, deliveryId, options });
      return answered(status, durationMs());
    } catch (error) {
      return silence(error, durationMs());
    }
  };
}

interface Delivery {
  readonly body: string;
  readonly deliveryId: string | undefined;
  readonly options: SenderOptions;
}

async function deliver(url: URL, { body, deliveryId, options }: Delivery): Promise<number> {
  const whole = AbortSignal.timeout(options.timeoutMs);
  const connecting = AbortSignal.timeout(options.connectTimeoutMs ?? connectTimeoutMsUnlessTold);
  let socket: Socket | undefined;
  try {
    socket = await connect(url, {
      mayReach: (kind) => mayReach(kind, url, options),
      lookup: options.lookup,
      signal: AbortSignal.any([whole, connecting]),
    });
    return await post(url, { socket, body, deliveryId, signal: whole });
  } finally {
    socket?.destroy();
  }
}

function answered(status: number, durationMs: number): SendResult {
  if (status >= 200 && status < 300) return { kind: 'delivered', status, durationMs };
  if (status >= 300 && status < 400) return { kind: 'redirected', status, durationMs };
  return status === 410 ? { kind: 'gone', status, durationMs } : { kind: 'refused', status, durationMs };
}

function silence(error: unknown, durationMs: number): SendResult {
  if (error instanceof ForbiddenAddress) {
    return { kind: 'forbidden', reason: forbiddenReason(error.kind), durationMs };
  }
  return { kind: 'unreachable', reason: reasonOf(error), durationMs };
}

/** A code; messages are left out, since they may quote addresses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
