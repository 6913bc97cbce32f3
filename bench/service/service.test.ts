import { figures, itMeasures, ratio, time } from '../tried.ts';

itMeasures('service --users 100,200 --rounds 1 --limit 10 --records 10', [
  ['newest', 'first', time, time, ratio, time, ratio, ...figures(2)],
  ['newest, userType', 'near the end', time, time, ratio],
  ['rare, newest', time, ...figures(2), '1'],
  ['common, updated', time, ...figures(2), '19'],
  ['user', 'saveUsers', 'created'],
  ['role', 'import, by name or id', 'updated: its name'],
  // A record that is sent again unchanged is not written.
  ['listItem', 'import, by code', 'unchanged', ...figures(3), '0', '0', '0', '0', '1'],
]);
