import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { balanceOf, newRider } from '../testing/money-steps.ts'
import { openSession } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let rider: Actor

beforeAll(async () => {
  rider = await open('arabic-wallet', { viewport: phone, locale: 'ar' })
})

test('an Arabic rider adds money by card: right to left, with Arabic digits', async () => {
  const { page } = rider
  await openSession(rider, await newRider(base))
  await rider.context.addInitScript(() => localStorage.setItem('remis.language', 'ar'))
  await page.goto('/wallet')
  await page.waitForFunction(() => document.documentElement.dir === 'rtl')
  await page.getByRole('heading', { name: 'المحفظة' }).waitFor()
  await rider.picture('empty')
  await expectAccessible(page, 'wallet, Arabic')
  await expectNoSideScroll(page, 'wallet, Arabic')
  await page.getByRole('button', { name: 'إضافة مال' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('٣٥٠')
  await page.getByRole('button', { name: /إضافة.*350/ }).click()
  await page.getByRole('button', { name: /^الدفع عبر .*بوابة التجربة/ }).waitFor()
  await rider.picture('pay')
  await expectAccessible(page, 'pay dialog, Arabic')
  await page.getByRole('button', { name: /^الدفع عبر .*بوابة التجربة/ }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL('**/pay/status/*')
  await page.getByRole('heading', { name: 'تم الدفع' }).waitFor()
  await rider.picture('paid')
  await expectAccessible(page, 'payment status, Arabic')
  expect(await balanceOf(rider)).toBe(350)
  await page.getByRole('link', { name: 'العودة إلى المحفظة' }).click()
  await page.getByText('إضافة بالبطاقة').waitFor()
  await rider.picture('wallet')
  await expectNoSideScroll(page, 'wallet, Arabic')
  expect(rider.complaints).toEqual([])
})
