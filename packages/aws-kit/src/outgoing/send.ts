import type { LookupFunction } from 'node:net';

/** The result of one try. `reason` is a code or a few words, and has no part of the request or answer. */
export type SendResult =
  /** 2xx. */
  | { readonly kind: 'delivered'; readonly status: number; readonly durationMs: number }
  /** The receiver wants no more. */
  | { readonly kind: 'gone'; readonly status: 410; readonly durationMs: number }
  /** 3xx: never followed, since it may lead anywhere. */
  | { readonly kind: 'redirected'; readonly status: number; readonly durationMs: number }
  | { readonly kind: 'refused'; readonly status: number; readonly durationMs: number }
  /** The URL, or the address behind it, is one that deliveries may not go to; nothing was sent. */
  | { readonly kind: 'forbidden'; readonly reason: string; readonly durationMs: number }
  /** No answer: not found, not connected, not trusted, cut off, too slow. The body may have arrived. */
  | { readonly kind: 'unreachable'; readonly reason: string; readonly durationMs: number };

/** One try. It never throws. The delivery's id goes along as `X-Delivery-Id`, for the logs of the receiver. */
export type Send = (url: string, body: string, deliveryId?: string) => Promise<SendResult>;

export interface SenderOptions {
  /** Only for a run on one machine. */
  readonly allowLoopback: boolean;
  /** From the first look-up to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Limit for connecting, TLS included: five seconds by default. */
  readonly connectTimeoutMs?: number | undefined;
  /** How names are resolved; by default as the machine does. Every address it finds is checked. */
  readonly lookup?: LookupFunction | undefined;
}
