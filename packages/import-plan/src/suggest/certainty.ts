/** From a usual word for the field on, or the layout of a known program. */
const likely = 0.8;

/** How certain the score of a choice is, in words. */
export function certaintyOf(score: number): 'certain' | 'likely' | 'a guess' {
  if (score === 1) return 'certain';
  return score >= likely ? 'likely' : 'a guess';
}
