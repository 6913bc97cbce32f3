export type Stop = () => Promise<void> | void;

/** The parts that have to be stopped. The last one that started stops first. */
export class Stops {
  readonly #stops: Stop[] = [];
  readonly #log: (line: string) => void;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  add(stop: Stop): void {
    this.#stops.push(stop);
  }

  async started<T extends { stop: Stop }>(service: Promise<T> | T): Promise<T> {
    const running = await service;
    this.add(() => running.stop());
    return running;
  }

  /** When one fails to stop, the others are still stopped. */
  async run(): Promise<void> {
    for (let stop = this.#stops.pop(); stop !== undefined; stop = this.#stops.pop()) {
      try {
        await stop();
      } catch (error) {
        this.#log(`While stopping: ${String(error)}`);
      }
    }
  }
}
