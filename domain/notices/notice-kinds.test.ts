import { expect, it } from 'vitest'
import { kindsOfRole, mutableKindOf, mutableKinds } from './notice-kinds.ts'
import { noticeTexts, type NoticeKey } from './notice-texts.ts'

const all = Object.keys(noticeTexts) as NoticeKey[]

it('notices of safety, money and the account stay on [design/accounts-125]', () => {
  const always = all.filter((message) => mutableKindOf(message) === null)
  const musts =
    /arriv|cancelled_(rider|driver|office)|code|bank|device|password|second_step|wallet|refund|paid|payment|withdraw|fee|correction|bonus|reach|offline|rebooked|no_driver|expired|reserv|topped|no_show$/
  expect(all.filter((message) => musts.test(message) && !always.includes(message))).toEqual([])
})

it('no notice with an amount can be switched off', () => {
  const amounts = all.filter((message) => /\{\{(amount|total|fee|share|pending)\}\}/.test(noticeTexts[message]))
  expect(amounts.length).toBeGreaterThan(10)
  expect(amounts.filter((message) => mutableKindOf(message) !== null)).toEqual([])
})

it('each kind has a notice and a role', () => {
  expect([...new Set(all.map(mutableKindOf))].filter((kind) => kind !== null).toSorted()).toEqual(
    mutableKinds.toSorted(),
  )
  expect([...new Set(Object.values(kindsOfRole).flat())].toSorted()).toEqual(mutableKinds.toSorted())
})
