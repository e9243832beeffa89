import { expect, test } from 'vitest'
import { mostReminders, nextReminder, sentAfterReminder } from './payment-reminders.ts'

test('reminders come after an hour, a day, then every week, and end [design/money-49]', () => {
  const hours = Array.from({ length: mostReminders + 1 }, (_, sent) => {
    const at = nextReminder(0, sent)
    return at === null ? null : at / 3_600_000
  })
  expect(hours).toEqual([1, 24, 192, 360, 528, 696, 864, 1032, null])
})

test.each([
  [0, 1, 1],
  [0, 24, 2],
  [0, 191, 2],
  [1, 400, 4],
  [7, 1032, 8],
  [0, 10_000, 8],
])(
  'after %i reminders one at hour %i counts as number %i: the missed ones are not sent [design/money-49]',
  (sent, hours, done) => {
    expect(sentAfterReminder(0, sent, hours * 3_600_000)).toBe(done)
  },
)
