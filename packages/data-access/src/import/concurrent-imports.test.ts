import { randomOf } from '@sluice/demo/random';
import { expect, it } from 'vitest';
import { runImport } from '../engine/run-import.ts';
import { concurrentImports, wrongIn } from '../testing/concurrent-imports.ts';
import { takingTurns } from '../testing/turns.ts';
import { undoing, wrapped } from '../testing/undoing.ts';

const seeds = 30;

/** 16 imports at once over the same records: they lose no update and make no second record. */
async function sixteenAtOnce(seed: number) {
  const course = await concurrentImports(seed);
  expect(wrongIn(course), `seed ${seed}`).toEqual([]);
  course.service.advance(60_000);
  return {
    ...undoing(course),
    random: randomOf(seed).next,
    imports: course.imports.map(({ importId }) => importId),
    overtaken: course.statuses.filter(({ preview }) => preview?.drift).length,
  };
}

it(`16 imports at once lose no update and make no second record, and are undone one by one in any order, by ${seeds} seeds (invariant 7)`, async () => {
  let overtakenInAll = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { imports, random, undo, model, overtaken } = await sixteenAtOnce(seed);
    overtakenInAll += overtaken;
    const order = imports.map((importId) => [random(), importId] as const).toSorted(([a], [b]) => a - b);
    for (const [, importId] of order) {
      const { due, reported } = await undo(importId);
      expect(reported, `seed ${seed}`).toEqual(due);
      expect(model().wrong, `seed ${seed}`).toEqual([]);
    }
  }
  // The imports did overtake one another; otherwise this test would prove nothing.
  expect(overtakenInAll).toBeGreaterThan(seeds);
}, 120_000);

it('of 16 imports at once, all undone at once, each record is reported once, and only the newest import is reversed', async () => {
  for (let seed = seeds + 1; seed <= 2 * seeds; seed += 1) {
    const { imports, askUndo, service, random, report, model, versions } = await sixteenAtOnce(seed);
    const layers = [...versions].flatMap(([key, written]) =>
      [...new Set(written.map(({ writer }) => writer.split(' ')[1] ?? ''))]
        .filter((by) => imports.includes(by))
        .map((by) => `${by} ${key.split(' ')[1]}`),
    );
    await Promise.all(imports.map(askUndo));
    const turns = takingTurns(random);
    const services = wrapped(service, turns.over);
    await turns.run(service.messages.splice(0).map((message) => runImport(message, services)));
    expect(model().wrong, `seed ${seed}`).toEqual([]);
    const reported = await Promise.all(
      imports.map(async (importId) =>
        (await report(importId)).map((line) => `${importId} ${line.split(' ')[0]}`),
      ),
    );
    expect(reported.flat().toSorted(), `seed ${seed}`).toEqual(layers.toSorted());
  }
}, 120_000);
