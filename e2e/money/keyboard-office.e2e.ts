import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { expect, inject, test } from 'vitest'
import { actorsAt } from '../testing/actors.ts'
import { signInByCall } from '../testing/by-call.ts'
import { keysOf } from '../testing/keyboard.ts'
import { openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)
const driverName = 'Driver Twelve'

test('without a mouse: the office adds cash to a wallet, takes it back, and pays a withdrawal out', async () => {
  const admin = await open('keyboard-office')
  await openSession(admin, trial('Admin One'))
  const { page } = admin
  const { press, type, tabTo, isAt } = keysOf(page)
  const row = page.getByRole('row', { name: new RegExp(driverName) }).first()
  const dialog = page.getByRole('dialog')

  const enter = async (amount: string, reason: string) => {
    await tabTo(page.getByRole('combobox', { name: 'User' }))
    await type(driverName)
    // the list of this text: Enter chooses nothing of an earlier one
    await expect.poll(() => page.getByRole('listbox', { name: 'User' }).getByRole('option').count()).toBe(1)
    await press('Enter')
    await page.getByText(/^Driver · .*Balance/).waitFor()
    await tabTo(page.getByRole('textbox', { name: 'Amount', exact: true }))
    await type(amount)
    await tabTo(page.getByRole('textbox', { name: 'Reason', exact: true }))
    await type(reason)
  }

  await page.goto('/addtowallet')
  await enter('90', 'Pays what is owed')
  await tabTo(page.getByRole('checkbox', { name: 'Paid in cash at the office' }))
  await press('Space')
  await tabTo(page.getByRole('button', { name: 'Add to wallet' }))
  await press('Enter')
  await page.getByText(new RegExp(`90.* added to the wallet of ${driverName}`)).waitFor()
  await row.getByText('Cash', { exact: true }).waitFor()

  const takeBack = page.getByRole('button', { name: `Take back the credit of ${driverName}` }).first()
  await tabTo(takeBack, 120)
  await press('Enter')
  await dialog.getByRole('textbox').waitFor()
  await isAt(dialog.getByRole('textbox'))
  await type('The wrong amount')
  await tabTo(dialog.getByRole('button', { name: 'Take back' }))
  await press('Enter')
  await row.getByText('Taken back').waitFor()
  await row.getByText('The wrong amount').waitFor()

  const call = await signInByCall(base, driverName)
  const before = (await call(withdrawalsApi.list, { query: {} })).rows.length
  await page.goto('/addtowallet')
  await enter('70', 'Bonus of the month')
  await tabTo(page.getByRole('button', { name: 'Add to wallet' }))
  await press('Space')
  await page.getByText(new RegExp(`70.* added to the wallet of ${driverName}`)).waitFor()

  await call(withdrawalsApi.request, { body: { amount: 50 } })
  await page.goto('/withdraws')
  await row.getByText('Open').waitFor()
  const process = page.getByRole('button', { name: `Process the withdrawal of ${driverName}` }).first()
  await tabTo(process, 120)
  await press('Enter')
  await dialog.waitFor()
  await tabTo(dialog.getByRole('button', { name: 'Process' }))
  await press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await row.getByText('Processed').waitFor()
  expect((await call(withdrawalsApi.list, { query: {} })).rows).toHaveLength(before + 1)
  expect(admin.complaints).toEqual([])
})
