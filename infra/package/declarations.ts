import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import tsconfig from '../../tsconfig.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');

/** The declarations that a file exports, with those of the files they need, by their place below the file's folder. */
export function declarationsOf(entry: string): Record<string, string> {
  const { options } = ts.convertCompilerOptionsFromJson(tsconfig.compilerOptions, root);
  const program = ts.createProgram([entry], {
    ...options,
    ...{
      noEmit: false,
      incremental: false,
      declaration: true,
      emitDeclarationOnly: true,
      stripInternal: true,
    },
  });
  const declarations: Record<string, string> = {};
  const open = [entry];
  for (const file of open) {
    const text = declarationOf(program, file);
    const place = relative(dirname(entry), file);
    declarations[place.replace('.ts', '.d.ts')] = text.replaceAll(/'(\.\.?\/[\w/-]+)\.ts'/gu, "'$1.js'");
    for (const [, path = ''] of text.matchAll(/from '([^']+)'/gu)) {
      const needed = join(dirname(file), path);
      const isOutside = relative(dirname(entry), needed).startsWith('..');
      if (path.startsWith('@sluice/') || isOutside || path.includes('constructs/'))
        throw new Error(`${file}: what the package exports needs ${path}`);
      if (path.startsWith('.') && !open.includes(needed)) open.push(needed);
    }
  }
  return declarations;
}

function declarationOf(program: ts.Program, file: string): string {
  let text = '';
  program.emit(program.getSourceFile(file), (_, emitted) => (text = emitted), undefined, true);
  return text;
}
