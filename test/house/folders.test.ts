import { describe, expect, it } from 'vitest';
import { importsBetweenFolders, rooms, upward } from './folders.ts';

const imports = importsBetweenFolders();

describe('the folders of a room', () => {
  it('are looked at in every room', () => {
    expect(rooms).toHaveLength(15);
    expect(imports.length).toBeGreaterThan(2000);
  });

  it.each(rooms)('of $room import down only, by the floors of its README', ({ room, floors }) => {
    const ofRoom = imports.filter((one) => one.room === room);
    expect(upward(ofRoom, floors)).toEqual([]);
    expect(floors.flat().length > 1 || ofRoom.length === 0).toBe(true);
  });

  it('that import up, or each other, are named with the files', () => {
    const between = (from: string, to: string) => ({ room: 'hall', from, to, files: `${from} → ${to}` });
    const circle = [between('a', 'b'), between('b', 'a'), between('c', 'd'), between('e', 'a')];
    expect(upward(circle, [['a'], ['b', 'c', 'd']])).toEqual(['hall: a → b', 'hall: c → d']);
  });
});
