/**
 * Runs the cases on a service: `npm run conformance -- --url https://…`, with tokens in the environment, or on the
 * system that `npm start` runs. See docs/conformance.md. Exit codes: 0 when no case fails, 1 when some do, 2 for a
 * wrong call.
 */
import { createCaller } from './caller.ts';
import { caseLine, chosen, resultLines, sumLines, trySuite, type Result } from './report.ts';
import { readArgv, SettingsError, targetOf } from './settings.ts';

async function main(): Promise<number> {
  const wanted = readArgv(process.argv.slice(2));
  const picked = chosen(wanted.only, wanted.interfaceOnly);
  if (wanted.list) {
    for (const { subject, cases } of picked) console.log([subject, ...cases.map(caseLine), ''].join('\n'));
    return 0;
  }
  const { port, given } = await targetOf(wanted, process.env, process.cwd());
  const site = createCaller(port, given);
  await site.ok('checkCredentials');
  const results: Result[] = [];
  for (const suite of picked) {
    console.log(suite.subject);
    const tried = await trySuite(suite, site);
    console.log([...tried.map(resultLines), ''].join('\n'));
    results.push(...tried);
  }
  console.log(sumLines(results));
  return results.some(({ end }) => end === 'fails') ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof SettingsError ? 2 : 1;
}
