/** Whether a text could be the id of a run or a start, or its beginning. */
export const looksLikeId = (text: string): boolean => /^[a-z2-7]{4,26}$/u.test(text);
