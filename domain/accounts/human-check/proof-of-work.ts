import { sha256Word } from './sha256-word.ts'

/** The signature of the question: it differs for each, and with a counter it fits in one block of SHA-256. */
const seedOf = (question: string): string => question.slice(question.lastIndexOf('.') + 1).slice(0, 43)

/** Whether the hash of question and answer begins with `bits` zero bits, at most 32 [design/accounts-94]. */
export const isAnswer = (question: string, bits: number, answer: number): boolean =>
  Math.clz32(sha256Word(`${seedOf(question)}.${answer}`)) >= bits

/** The least answer; on average 2^bits hashes. */
export const findAnswer = (question: string, bits: number): number => {
  const seed = `${seedOf(question)}.`
  let answer = 0
  while (Math.clz32(sha256Word(seed + answer)) < bits) answer++
  return answer
}
