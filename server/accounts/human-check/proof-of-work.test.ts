import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findAnswer, isAnswer } from '@remis/domain/accounts/human-check/proof-of-work'
import { sha256Word } from '@remis/domain/accounts/human-check/sha256-word'

const question = `17-1.abc.1700000000.${'x'.repeat(40)}_-9`

describe('the work of the human check [design/accounts-94]', () => {
  it('hashes like SHA-256, for every length of one block', () => {
    for (let length = 0; length <= 55; length++) {
      const text = Array.from({ length }, (_, n) => String.fromCharCode(33 + ((n * 7 + length) % 90))).join('')
      expect(sha256Word(text), text).toBe(createHash('sha256').update(text).digest().readUInt32BE())
    }
  })

  it('finds the least answer, which holds for this question alone', () => {
    const answer = findAnswer(question, 10)
    const first = (n: number) =>
      createHash('sha256')
        .update(`${question.split('.')[3]}.${n}`)
        .digest()
        .readUInt32BE()
    expect(Math.clz32(first(answer))).toBeGreaterThanOrEqual(10)
    for (let n = 0; n < answer; n++) expect(isAnswer(question, 10, n)).toBe(false)
    expect(isAnswer(question, 10, answer)).toBe(true)
    expect(isAnswer(question, 32, answer)).toBe(false)
    const others = Array.from({ length: 20 }, (_, n) => `${question.slice(0, -2)}${String(n).padStart(2, '0')}`)
    expect(others.filter((other) => isAnswer(other, 10, answer))).toEqual([])
  })
})
