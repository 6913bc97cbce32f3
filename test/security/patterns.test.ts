import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import { guarded, unguarded } from '@sluice/sheets';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const code = ['packages/*/src/**/*.ts', 'functions/**/*.ts', 'infra/**/*.ts'];
const isProduct = (file: string): boolean => !/node_modules|\.test\.ts$|\/testing\//.test(file);

interface Pattern {
  readonly place: string;
  readonly pattern: RegExp;
}

function patternsIn(file: string): Pattern[] {
  const source = ts.createSourceFile(file, readFileSync(`${root}/${file}`, 'utf8'), ts.ScriptTarget.Latest);
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      const pattern = new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
      found.push({ place: `${file}:${line + 1}`, pattern });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const texts = new Map<string, string>();
/** 256 KiB of one unit, and an end that does not match: at that length quadratic time is minutes. */
function textOf(unit: string): string {
  const text = texts.get(unit) ?? Buffer.from(`${unit.repeat(2 ** 18 / unit.length)}\u0000`).toString();
  texts.set(unit, text);
  return text;
}

/** What a loop in the pattern can run over: each of its signs and words, and a sign of each common class. */
function unitsOf({ source }: RegExp): Set<string> {
  const words = source.replaceAll(/\\[a-zA-Z]|\[\^?|\(\?[=!<:]*/g, ' ').match(/[a-z]+|[^a-z\s]/gi) ?? [];
  return new Set([...words, ...' \n0a_\u00a0']);
}

const context = createContext();
const match = new Script('pattern.lastIndex = 0; pattern.exec(text)');

/** The last of them that took over a second. */
function slowTextOf(pattern: RegExp): string | undefined {
  return [...unitsOf(pattern)].find((unit) => {
    Object.assign(context, { pattern, text: textOf(unit) });
    try {
      match.runInContext(context, { timeout: 1000 });
      return false;
    } catch {
      return true;
    }
  });
}

test('every regular expression reads 256 KiB of its worst texts in a second', () => {
  const patterns = code.flatMap((glob) =>
    globSync(glob, { cwd: root }).filter(isProduct).flatMap(patternsIn),
  );
  const different = new Map(patterns.map((one) => [String(one.pattern), one]));
  expect(different.size).toBeGreaterThan(100);
  const slow = [...different.values()].map(({ place, pattern }) => ({
    place,
    pattern,
    unit: slowTextOf(pattern),
  }));
  expect(slow.filter(({ unit }) => unit !== undefined)).toEqual([]);
});

/** It takes the square of the number of marks in a row. */
test('a text is put in a Unicode form only where its marks are counted, or limited', () => {
  const files = code.flatMap((glob) => globSync(glob, { cwd: root }).filter(isProduct));
  const counted = new Set([
    'packages/contract/src/wire/unicode-form.ts',
    'packages/aws-kit/src/erasure/record.ts',
  ]);
  // One character, a name of our own, and one of the browser.
  const limited = [
    'import-plan/src/texts/clean-text.ts',
    'demo/src/sheets/clients.ts',
    'console/src/browser/drop/state/folder.ts',
  ];
  const found = files.filter((file) => /\.normalize\(/u.test(readFileSync(`${root}/${file}`, 'utf8')));
  expect(new Set(found)).toEqual(new Set([...counted, ...limited.map((file) => `packages/${file}`)]));
});

test.each([...',;\t\r\n\'" =', ",'", ';"', '\n\u00a0', "'="])(
  'the formula guard, whose expressions are composed, reads 256 KiB of %j in a second',
  (unit) => {
    const began = performance.now();
    for (const act of [guarded, unguarded]) act(textOf(unit));
    expect(performance.now() - began).toBeLessThan(2000);
  },
);
