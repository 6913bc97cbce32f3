import { createMemoryStore, type Store } from '@sluice/data-access/testing/world';

type Method = (...args: readonly unknown[]) => unknown;
type Ports = Readonly<Record<string, Readonly<Record<string, Method>>>>;

interface Write {
  readonly port: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

const writes = /^(?:add|claim|create|forget|hold|put|reclaim|replace|set|spend|take|touch|update|write)/u;

/** The service's table, which can be restored: its writes are noted, and made again over an empty one. */
export function restorableStore() {
  let ports = portsOf(createMemoryStore());
  const journal: Write[] = [];
  const call = ({ port, method, args }: Write) => ports[port]?.[method]?.(...args);
  const noting = Object.entries(ports).map(([port, methods]) => {
    const made = Object.keys(methods).map((method) => {
      const noted: Method = (...args) => {
        if (writes.test(method)) journal.push({ port, method, args });
        return call({ port, method, args });
      };
      return [method, noted] as const;
    });
    return [port, Object.fromEntries(made)] as const;
  });
  return {
    store: Object.fromEntries(noting) as unknown as Store,
    /** @returns what restores the table to this moment */
    backup: () => {
      const { length } = journal;
      return async (): Promise<void> => {
        journal.length = length;
        ports = portsOf(createMemoryStore());
        for (const write of journal) await call(write);
      };
    },
  };
}

const portsOf = (store: Store): Ports => store as unknown as Ports;
