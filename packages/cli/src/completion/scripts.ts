import { quoted } from '../io/shell.ts';
import type { Completable, Shell } from './completable.ts';

/** The script that a shell loads. It knows every command by itself, so that completing starts no program. */
export function completionScript(program: Completable, shell: Shell): string {
  if (shell === 'fish') return fishScript(program);
  const head = shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit'] : [];
  return [...head, bashScript(program)].join('\n');
}

/** A command with the words that lead to it: `/audit/verify`. */
interface Placed {
  readonly path: string;
  readonly command: Completable;
}

function placed(command: Completable, path = ''): Placed[] {
  return [{ path, command }, ...command.commands.flatMap((one) => placed(one, `${path}/${one.name}`))];
}

/** Also for zsh, which takes completions of bash. */
function bashScript(program: Completable): string {
  const all = placed(program);
  const anywhere = program.options.map(({ long }) => long);
  const steps = all.filter(({ path }) => path !== '').map(({ path }) => `      ${path}) at=${path} ;;`);
  const values = all.flatMap(({ path, command }) =>
    command.options.flatMap(({ long, value, choices }) => {
      if (value === undefined) return [];
      const kind = value === 'file' ? '-f' : `-W '${choices.join(' ')}'`;
      // The options of the program may be anywhere.
      return `    ${path === '' ? '*' : `'${path}'`}' ${long}') COMPREPLY=($(compgen ${kind} -- "$word")); return ;;`;
    }),
  );
  const words = all.map(({ path, command }) => {
    const given = [
      ...command.commands.map(({ name }) => name),
      ...command.values,
      ...command.options.map(({ long }) => long),
      ...(path === '' ? [] : anywhere),
    ];
    const files = command.takesFile ? '; COMPREPLY+=($(compgen -f -- "$word"))' : '';
    return `    '${path}') COMPREPLY=($(compgen -W '${given.join(' ')} --help' -- "$word"))${files} ;;`;
  });
  return [
    '_sluice() {',
    '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" at="" i',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    case "$at/${COMP_WORDS[i]}" in',
    ...steps,
    '    esac',
    '  done',
    '  case "$at $before" in',
    ...values,
    '  esac',
    '  case "$at" in',
    ...words,
    '  esac',
    '}',
    'complete -o filenames -F _sluice sluice',
  ].join('\n');
}

function fishScript(program: Completable): string {
  const lines = placed(program).flatMap(({ path, command }) => {
    const when =
      path === ''
        ? ''
        : ` -n ${quoted(`__fish_seen_subcommand_from ${path.slice(1).replaceAll('/', '; and __fish_seen_subcommand_from ')}`)}`;
    const first = path === '' ? ' -n __fish_use_subcommand' : when;
    return [
      ...command.commands.map(({ name, does }) => `complete -c sluice${first} -a ${name} -d ${quoted(does)}`),
      ...(command.values.length === 0
        ? []
        : [`complete -c sluice${when} -a ${quoted(command.values.join(' '))}`]),
      ...(command.takesFile ? [`complete -c sluice${when} -F`] : []),
      ...command.options.map(({ long, does, value, choices }) => {
        const takes =
          value === undefined ? '' : value === 'file' ? ' -r -F' : ` -x -a ${quoted(choices.join(' '))}`;
        return `complete -c sluice${when} -l ${long.slice(2)}${takes} -d ${quoted(does)}`;
      }),
    ];
  });
  return ['complete -c sluice -f', ...lines].join('\n');
}
