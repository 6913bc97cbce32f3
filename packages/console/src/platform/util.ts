/** As Node's, which yauzl calls when it is loaded. */
export function inherits(constructor: { prototype: object }, parent: { prototype: object }): void {
  Object.setPrototypeOf(constructor.prototype, parent.prototype);
}
