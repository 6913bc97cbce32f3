import { packedSettings } from '@sluice/functions/packed-variable';
import { expect, it } from 'vitest';
import config from '../../examples/settings/sluice.config.ts';
import { stageOf } from './settings.ts';
import { shownSettings } from './shown-settings.ts';

it('shows each setting by its name, with whether it is as by default', () => {
  const shown = shownSettings(
    stageOf({ mail: { defaultTo: ['team@example.org'] }, tags: { team: 'records' }, links: { days: 3 } }),
  );
  const of = (name: string) => shown.filter((one) => one.name === name);
  expect(of('mail.defaultTo')).toEqual([
    { name: 'mail.defaultTo', value: ['team@example.org'], isDefault: false },
  ]);
  expect(of('tags.team')).toEqual([{ name: 'tags.team', value: 'records', isDefault: false }]);
  expect(of('links.days')).toEqual([{ name: 'links.days', value: 3, isDefault: true }]);
  expect(shownSettings(stageOf({})).filter(({ isDefault }) => !isDefault)).toEqual([]);
});

it('fits into the variables of a function with every setting of the example, and is read as it was packed', () => {
  const shown = shownSettings(stageOf(config['prod'] ?? {}));
  const packed = packedSettings.encode(shown);
  expect(packed.length).toBeLessThan(3000);
  expect(packedSettings.decode(packed)).toEqual(shown);
});
