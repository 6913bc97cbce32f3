import { itMeasures, race, time } from '../tried.ts';

itMeasures('reading --rows 400 --megabytes 1 --rounds 1', [
  ['sluice.*', ...race],
  ['papaparse.*', ...race],
  ['1 MB', '8,613', time, String.raw`\d+ MB`, '120 MB'],
]);

itMeasures('workbooks --rows 300 --rounds 1', [
  ['sluice.*', ...race],
  ['hucre.*', ...race],
  ['read-excel-file.*', ...race],
]);
