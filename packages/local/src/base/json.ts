/** A value and its JSON. Each is made from the other once, when it is first asked for, so what is passed on is not read. */
export class Json {
  #text: string | undefined;
  #value: unknown;

  private constructor(text: string | undefined, value: unknown) {
    this.#text = text;
    this.#value = value;
  }

  static ofText(text: string): Json {
    return new Json(text, undefined);
  }

  static ofValue(value: object): Json {
    return new Json(undefined, value);
  }

  get text(): string {
    return (this.#text ??= JSON.stringify(this.#value));
  }

  /** @throws SyntaxError */
  get value(): unknown {
    return (this.#value ??= JSON.parse(this.text));
  }
}
