import { expect, it } from 'vitest'
import { checklistItems, checklistOf, type SetUpFacts } from './settings-checklist.ts'

const nothing = Object.fromEntries(checklistItems.map((item) => [item, false])) as Omit<
  SetUpFacts,
  'phoneSignIn' | 'paysUpFront'
>
const rowsOf = (more: Pick<SetUpFacts, 'phoneSignIn' | 'paysUpFront'>) =>
  new Map(checklistOf({ ...nothing, ...more }).map(({ item, needed }) => [item, needed]))

it('needs a card gateway where bookings are paid by card first, else advises it [design/settings-5]', () => {
  expect(rowsOf({ phoneSignIn: false, paysUpFront: true }).get('card')).toBe(true)
  expect(rowsOf({ phoneSignIn: false, paysUpFront: false }).get('card')).toBe(false)
})

it('advises an SMS gateway where people sign in by phone [design/settings-5]', () => {
  expect(rowsOf({ phoneSignIn: true, paysUpFront: false }).get('sms')).toBe(false)
  expect(rowsOf({ phoneSignIn: false, paysUpFront: false }).has('sms')).toBe(false)
})
