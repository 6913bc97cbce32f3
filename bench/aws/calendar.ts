/** What a table or a partition still takes, second by second. What it does not take at once waits, as the SDK waits and tries again. */
export interface Calendar {
  /** When the last of so many units is taken. */
  admit(at: number, units: number): number;
  /** Units taken from one time to another. */
  used(from: number, to: number): number;
  readonly unitsPerSecond: number;
}

export function createCalendar(unitsPerSecond: number): Calendar {
  const taken = new Map<number, number>();
  return {
    unitsPerSecond,
    admit: (at, units) => {
      let [second, left] = [Math.floor(at / 1000), units];
      for (;;) {
        const before = taken.get(second) ?? 0;
        const part = Math.min(left, unitsPerSecond - before);
        taken.set(second, before + part);
        left -= part;
        // What waits for a second is taken as soon as there is room in it.
        if (left <= 0) {
          const isLater = second > Math.floor(at / 1000);
          return isLater ? Math.max(at, (second + (before + part) / unitsPerSecond) * 1000) : at;
        }
        second += 1;
      }
    },
    used: (from, to) => {
      let sum = 0;
      for (let second = Math.floor(from / 1000); second * 1000 < to; second += 1) {
        const inside = Math.min(to, (second + 1) * 1000) - Math.max(from, second * 1000);
        sum += ((taken.get(second) ?? 0) * inside) / 1000;
      }
      return sum;
    },
  };
}
