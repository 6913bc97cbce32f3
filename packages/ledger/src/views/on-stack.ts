/**
 * A text whose commands work on a stack: it names them as they are typed on one machine, and gets the options of the stack.
 * @param options `--stack BulkImportStack --region eu-west-1`; empty on one machine
 */
export function onStack(text: string, options: string): string {
  return options === '' ? text : text.replaceAll(/npx sluice (?=[a-z])/gu, () => `npx sluice ${options} `);
}
