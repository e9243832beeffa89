import { expect, test } from 'vitest'
import { mostReminders, nextReminder } from './payment-reminders.ts'

test('reminders come after an hour, a day, then every week, and end [design/money-49]', () => {
  const hours = Array.from({ length: mostReminders + 1 }, (_, sent) => {
    const at = nextReminder(0, sent)
    return at === null ? null : at / 3_600_000
  })
  expect(hours).toEqual([1, 24, 192, 360, 528, 696, 864, 1032, null])
})
