/**
 * Rejects when there is no answer within this time, ms: a connection that was lost without a sign never answers.
 * @param after `setTimeout`
 */
export const answerWithin = <T>(
  ms: number,
  work: Promise<T>,
  after: (ms: number, run: () => void) => unknown,
): Promise<T> =>
  Promise.race([work, new Promise<never>((_, reject) => void after(ms, () => reject(new Error('no answer'))))])
