import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../local-run/process-tree.ts';
import type { RunningSystem } from '../running-system.ts';

interface Listener {
  readonly program: string;
  readonly host: string;
  readonly port: number;
}

/** What the processes of the system listen at, from the kernel's own lists. */
async function listeners({ addresses }: RunningSystem): Promise<Listener[]> {
  const { pid } = await addresses();
  const programs = new Map<string, string>();
  for (const process of treeOf(pid)) {
    const program = readFileSync(`/proc/${process}/comm`, 'utf8').trim();
    for (const fd of readdirSync(`/proc/${process}/fd`))
      programs.set(linkOf(`/proc/${process}/fd/${fd}`), program);
  }
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((protocol) =>
    readFileSync(`/proc/net/${protocol}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .flatMap(([, local = '', , state, , , , , , inode]) => {
        const program = programs.get(`socket:[${inode}]`);
        const listens = state === '0A' || protocol.startsWith('udp');
        return program === undefined || !listens ? [] : [{ program, ...addressOf(local) }];
      }),
  );
}

/** It may have been closed in the meantime. */
function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}

/** `0100007F:1F90` → 127.0.0.1, 8080. Another address of IPv6 than `::1` stays as it is. */
function addressOf(local: string): { host: string; port: number } {
  const [address = '', port = ''] = local.split(':');
  if (address === '00000000000000000000000001000000') return { host: '::1', port: Number.parseInt(port, 16) };
  const host = address.length > 8 ? address : [...Buffer.from(address, 'hex').reverse()].join('.');
  return { host, port: Number.parseInt(port, 16) };
}

function statusOf({ host, port }: Listener, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ host, port, headers }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end();
  });
}

/** The database takes any request, so it listens where no page can find it: docs/decisions/0009. */
const exception = 'dynoxide';

export const onlyItsOwner = (system: RunningSystem) =>
  describe('only its owner reaches a system', () => {
    test('every server of the system listens on this machine only, and refuses other hosts and origins', async () => {
      const all = await listeners(system);
      expect(all.filter(({ host }) => !host.startsWith('127.') && host !== '::1')).toEqual([]);
      expect(all.filter(({ program }) => program === exception)).toHaveLength(1);
      const guarded = all.filter(({ program }) => program !== exception);
      // Three are of the console: its distribution, its user pool and its API.
      const onIpv4 = guarded.filter(({ host }) => host !== '::1').map(({ port }) => port);
      expect(onIpv4).toHaveLength(10);
      for (const { host, port } of guarded) if (host === '::1') expect(onIpv4).toContain(port);
      for (const one of guarded) {
        const own = { host: `${one.host === '::1' ? '[::1]' : one.host}:${one.port}` };
        for (const headers of [{ host: 'evil.example' }, { ...own, origin: 'http://evil.example' }])
          expect([403, 421], `${one.port} ${JSON.stringify(headers)}`).toContain(
            await statusOf(one, headers),
          );
      }
    });

    test('only the owner can open the files of the system, the keys among them', () => {
      const names = readdirSync(system.folder, { recursive: true, encoding: 'utf8' });
      expect(names).toContain('.sluice/local.json');
      const open = names.filter((name) => (statSync(join(system.folder, name)).mode & 0o077) !== 0);
      expect(open).toEqual([]);
    });
  });
