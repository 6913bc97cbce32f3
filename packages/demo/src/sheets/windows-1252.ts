const high = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** As an office program of western Europe saves text. @throws RangeError for a character that it does not have */
export function windows1252(text: string): Buffer {
  return Buffer.from(
    Array.from(text, (char) => {
      const place = high.indexOf(char);
      const code = place < 0 ? char.charCodeAt(0) : 0x80 + place;
      if (char.length > 1 || code > 0xff) throw new RangeError(`Windows-1252 has no ${char}`);
      return code;
    }),
  );
}
