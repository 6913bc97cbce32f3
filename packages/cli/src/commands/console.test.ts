import { it } from 'vitest';
import { fakeSystem } from '../testing/fake-system.ts';

const system = fakeSystem();

it('sluice console prints an address with a key', () =>
  system.ends('console', { stdout: [/^http:\S+\/console#key=\d+\.[\w-]{22}\.[\w-]{43}$/mu] }));
