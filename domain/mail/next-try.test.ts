import { describe, expect, it } from 'vitest'
import { nextTry, type SendOutcome } from './next-try.ts'

const plan = { retryMinutes: [1, 5, 15], silentMinutes: 15 }
const now = 1_000_000_000
const minute = 60_000

type NotAccepted = Exclude<SendOutcome, { kind: 'accepted' }>
const refused: NotAccepted = { kind: 'refused', permanent: false, detail: '' }
const permanent: NotAccepted = { kind: 'refused', permanent: true, detail: '' }
const unreachable: NotAccepted = { kind: 'unreachable', detail: '' }
const unanswered: NotAccepted = { kind: 'unanswered', detail: '' }

/** Minutes until the next try; null: none. */
const pause = (outcome: NotAccepted, channel: 'mail' | 'sms', tries: number, ageMinutes = 0): number | null => {
  const at = nextTry(plan, outcome, { channel, tries, queuedAt: now - ageMinutes * minute, now })
  return at === null ? null : (at - now) / minute
}

describe('the next try of a mail or an SMS', () => {
  it('counts refusals [design/mail-5]', () => {
    expect([0, 1, 2, 3].map((tries) => pause(refused, 'mail', tries))).toEqual([1, 5, 15, null])
    expect([0, 1, 2, 3].map((tries) => pause(refused, 'sms', tries))).toEqual([1, 5, 15, null])
    expect(pause(permanent, 'mail', 0)).toBeNull()
  })

  it('counts no try while the provider is not reached', () => {
    expect([0, 8, 4000].map((age) => pause(unreachable, 'mail', 7, age))).toEqual([0.25, 2, 15])
  })

  it('counts an unanswered mail as a try [design/mail-41]', () => {
    expect([0, 1, 2, 3].map((tries) => pause(unanswered, 'mail', tries, 4000))).toEqual([1, 5, 15, null])
  })

  it('sends an unanswered SMS at most once more [design/mail-41]', () => {
    expect([0, 1, 2].map((tries) => pause(unanswered, 'sms', tries))).toEqual([1, null, null])
  })
})
