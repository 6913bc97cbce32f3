import type { ShownSettings } from '@sluice/console/api/shapes';
import { isDeepStrictEqual } from 'node:util';
import { stageOf, type Stage } from './settings.ts';

/** The settings of a stage for the console, by their names in `docs/settings.md`, and whether each is as by default. */
export function shownSettings(stage: Stage): ShownSettings {
  const byDefault = new Map(leavesOf(stageOf({})));
  return leavesOf(stage).map(([name, value]) => ({
    name,
    value,
    isDefault: isDeepStrictEqual(value, byDefault.get(name)),
  }));
}

type Value = ShownSettings[number]['value'];

/** `{ mail: { flowFrom: 'a' } }` is `[['mail.flowFrom', 'a']]`. A list is one value, and so is a group without members. */
function leavesOf(settings: object, path = ''): [name: string, value: Value][] {
  return Object.entries(settings).flatMap(([key, value]: [string, unknown]) => {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isGroup && Object.keys(value).length > 0) return leavesOf(value, `${path}${key}.`);
    // Settings are plain data, by their schema.
    return value === undefined ? [] : [[`${path}${key}`, value as Value]];
  });
}
