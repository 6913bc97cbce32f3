import { tryDamages, type DamageVerdict, type JudgedDamage, type Stride } from './try-damages.ts';

const verdicts = {
  right: 'right',
  named: 'named or asked',
  otherwise: 'says another thing',
  silentlyWrong: 'silently wrong',
} satisfies Record<DamageVerdict, string>;
const order = Object.keys(verdicts) as DamageVerdict[];

export async function damageFigures(stride: Stride) {
  const byDamage = new Map<string, JudgedDamage[]>();
  for await (const judged of tryDamages(stride))
    byDamage.set(judged.damage.what, [...(byDamage.get(judged.damage.what) ?? []), judged]);
  const all = [...byDamage.values()].flat();
  const head = ['damage', 'tried', ...Object.values(verdicts), 'for example'];
  const lines = [...byDamage, ['all', all] as const].map(([what, each]) => [
    what,
    each.length.toLocaleString('en'),
    ...order.map((verdict) => each.filter((one) => one.verdict === verdict).length.toLocaleString('en')),
    what === 'all' ? '' : exampleOf(each),
  ]);
  const rows = [head, ['---', ...head.slice(1, -1).map(() => '--:'), '---'], ...lines];
  return {
    table: rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    silentlyWrong: all
      .filter(({ verdict }) => verdict === 'silentlyWrong')
      .map(({ file, damage, row }) => `${file}: ${damage.what} at ${damage.at}: ${row}`),
  };
}

/** The text around the last damage after which a file says another thing. */
function exampleOf(judged: readonly JudgedDamage[]): string {
  const last = judged.findLast(({ verdict }) => verdict === 'otherwise');
  if (last === undefined) return '';
  const { text, at } = last.damage;
  const around = JSON.stringify(text.slice(Math.max(0, at - 12), at + 10))
    .slice(1, -1)
    .replaceAll('\\"', '"');
  return `\`${around.replaceAll('|', '\\|')}\``;
}
