/** Results that are kept. */
const most = 20_000

/** Caches the results of a pure function of a text; the cache is cleared when it is full. */
export const remembering = <T>(work: (text: string) => T): ((text: string) => T) => {
  const answers = new Map<string, T>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    const answer = work(text)
    if (answers.size >= most) answers.clear()
    answers.set(text, answer)
    return answer
  }
}
