import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/captured.ts';

const script = async (shell: string): Promise<string> =>
  (await runCaptured(['completion', shell], { cwd: '/' })).stdout;

/** What bash offers for the last word of a line. */
function offered(completion: string, line: string): string[] {
  const words = line.split(' ');
  const set = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`;
  const text = execFileSync(
    'bash',
    ['-c', `${completion}\n${set}; _sluice; printf '%s\\n' "\${COMPREPLY[@]}"`],
    {
      encoding: 'utf8',
      cwd: import.meta.dirname,
    },
  );
  return text.split('\n').filter((word) => word !== '');
}

describe('sluice completion', () => {
  it.each([
    ['sluice wat', ['watch']],
    ['sluice aud', ['audit']],
    ['sluice audit ver', ['verify']],
    ['sluice profiles p', ['pause']],
    ['sluice runs --sta', ['--status', '--stack']],
    ['sluice runs --status awa', ['awaiting_approval']],
    ['sluice run --for', ['--format']],
    ['sluice watch abcd --format j', ['json']],
    ['sluice completion z', ['zsh']],
    ['sluice drop completion.te', ['completion.test.ts']],
    ['sluice run abcd --result completion.te', ['completion.test.ts']],
    ['sluice run abcd --since ', ['--details']],
  ])('offers in bash what was declared: %s', async (line, words) => {
    const found = offered(await script('bash'), line);
    for (const word of words) expect(found).toContain(word);
    expect(found.length).toBeLessThanOrEqual(line.endsWith(' ') ? 20 : words.length);
  });

  it('gives zsh the same, and fish each command and option with what it does', async () => {
    const bash = await script('bash');
    expect(await script('zsh')).toBe(`autoload -U +X bashcompinit && bashcompinit\n${bash}`);
    const fish = await script('fish');
    expect(fish).toContain("complete -c sluice -n __fish_use_subcommand -a watch -d 'follow a run,");
    expect(fish).toMatch(/-n '__fish_seen_subcommand_from runs' -l status -x -a 'reading queued .*' -d/u);
    expect(fish).toContain("-n '__fish_seen_subcommand_from audit; and __fish_seen_subcommand_from verify'");
    expect(fish).not.toContain('undefined');
  });

  it('refuses another shell, with those that it knows', async () => {
    const { status, stderr } = await runCaptured(['completion', 'csh'], { cwd: '/' });
    expect(status).toBe(2);
    expect(stderr).toContain('csh: expected one of: bash, zsh, fish.');
  });
});
