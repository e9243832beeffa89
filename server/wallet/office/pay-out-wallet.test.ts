import { peopleApi } from '@remis/domain/people/people-api'
import { accountDataApi } from '@remis/domain/privacy/account-data-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { describe, expect, it } from 'vitest'
import { inOrder } from '../../races/in-order.ts'
import { balanceOf, bank, bookWith, credit, quoteWith, withdrawalCity } from '../../testing/money.ts'
import { drives, keyOf, tripCodeOf, type TestActor } from '../../testing/test-city.ts'

const { city, db, admin, ask, process, reject, rich } = await withdrawalCity(import.meta.url)

const payOut = (id: string, reason = 'Asked at the desk') =>
  admin.call(withdrawalsApi.payOut, { params: { id }, body: { reason } }).then(({ withdrawal }) => withdrawal)

/** A trip paid from the wallet, before the move that ends it: it has no track, so it waits for the office. */
const suspiciousTrip = async () => {
  const [driver, rider] = [await city.driver(), await rich('rider', 1000)]
  const { id } = await bookWith(rider, await quoteWith(rider, city.economy), 'wallet')
  await drives(driver, id).accept()
  await drives(driver, id).arrive()
  await drives(driver, id).start(await tripCodeOf(rider, id))
  return { driver, reach: () => drives(driver, id).reach() }
}

describe('the office pays a wallet out [design/money-85]', () => {
  it('pays out a rider who may not withdraw, so that the account can be deleted [design/privacy-34]', async () => {
    const rider = await rich('rider', 12.5)
    const blockers = async () => (await rider.call(accountDataApi.read, {})).blockers
    expect(await blockers()).toEqual(['wallet-positive'])
    expect(await keyOf(payOut(rider.id, ' '))).toBe('reason_missing')
    const asked = await payOut(rider.id)
    expect(asked).toMatchObject({ uid: rider.id, amount: 12.5, state: 'open' })
    expect(await keyOf(payOut(rider.id))).toBe('nothing_to_pay_out')
    expect(await blockers()).toEqual(['withdrawal-open'])
    await process(admin, asked.id)
    expect(await blockers()).toEqual([])
    const audit = db.request.selectFrom('audit_log').select(['actor_id', 'data']).where('action', '=', 'wallet.pay-out')
    expect(await audit.where('subject', '=', `user:${rider.id}`).execute()).toEqual([
      { actor_id: admin.id, data: { withdrawal: asked.id, amount: 12_50, reason: 'Asked at the desk' } },
    ])
    const notices = db.request.selectFrom('notices').select(['message', 'params']).where('user_id', '=', rider.id)
    expect(await notices.execute()).toContainEqual({
      message: 'notice_wallet_pay_out',
      params: { amount: 12.5, reason: 'Asked at the desk' },
    })
  })

  it('pays out less than the minimum, extra decimals, and an archived driver', async () => {
    const driver = await rich('driver', 5.25)
    await city.server.app.settings.change({ minWithdrawal: 10, decimal: 0 }, null)
    expect(await keyOf(ask(driver, 5.25))).toBe('withdrawal_too_small')
    await admin.call(peopleApi.remove, { params: { id: driver.id } })
    const { id, amount } = await payOut(driver.id)
    expect(amount).toBe(5.25)
    await reject(admin, id)
    expect(await balanceOf(db, driver)).toBe(5_25)
    await city.server.app.settings.change({ minWithdrawal: 0, decimal: 2 }, null)
  })

  it('leaves out withheld money, and refuses an empty balance and a person without a wallet', async () => {
    const { driver, reach } = await suspiciousTrip()
    await reach()
    expect(await balanceOf(db, driver)).toBeGreaterThan(0)
    expect(await keyOf(payOut(driver.id))).toBe('nothing_to_pay_out')
    await credit(db, driver, 7)
    expect((await payOut(driver.id)).amount).toBe(7)
    expect(await keyOf(payOut((await city.person('fleetadmin')).id))).toBe('not_found')
  })

  it('waits a day after a change of the bank account [design/money-47]', async () => {
    const driver = await rich('driver')
    await city.server.app.settings.change({ bank_fields: true }, null)
    await ask(driver, 10, bank)
    const { id, amount, notBefore, bankAccount } = await payOut(driver.id)
    expect({ amount, bankAccount }).toEqual({ amount: 90, bankAccount: bank.bankAccount })
    expect(notBefore).toBeGreaterThan(Date.now())
    expect(await keyOf(process(admin, id))).toBe('withdrawal_waits')
  })

  it('goes to the stored bank account of an archived person, with the same wait [design/money-47]', async () => {
    const driver = await rich('driver')
    await city.server.app.settings.change({ bank_fields: true }, null)
    await ask(driver, 10, bank).then(({ id }) => reject(admin, id))
    await admin.call(peopleApi.remove, { params: { id: driver.id } })
    const { id, ...paid } = await payOut(driver.id)
    expect(paid).toMatchObject({ amount: 100, ...bank })
    expect(await keyOf(process(admin, id))).toBe('withdrawal_waits')
  })
})

describe('races for one wallet', () => {
  const pay = (driver: TestActor) => () => keyOf(payOut(driver.id))
  const withdraw = (driver: TestActor, amount: number) => () => keyOf(ask(driver, amount))

  it.each([
    ['pay-out/pay-out', 'pay-out', pay, pay, 'nothing_to_pay_out'],
    ['pay-out/withdraw', 'pay-out', pay, (driver) => withdraw(driver, 100), 'wallet_balance_low'],
    ['withdraw/pay-out', 'withdraw', (driver) => withdraw(driver, 100), pay, 'nothing_to_pay_out'],
  ] as [string, string, typeof pay, typeof pay, string][])(
    '%s: the money leaves once [design/money-85]',
    async (_, name, first, second, refusal) => {
      const driver = await rich('driver')
      const keys = await inOrder(city, `${name}.before_commit`, first(driver), second(driver))
      expect(keys).toEqual(['ok', refusal])
      expect(await balanceOf(db, driver)).toBe(0)
      expect((await driver.call(withdrawalsApi.list, { query: {} })).rows).toHaveLength(1)
    },
  )

  it('reach/withdraw, a suspicious trip: its share is withheld by the time the wallet has it [design/privacy-21]', async () => {
    const { driver, reach } = await suspiciousTrip()
    await credit(db, driver, 50)
    expect(await inOrder(city, 'reach.before_commit', () => keyOf(reach()), withdraw(driver, 51))).toEqual([
      'ok',
      'withdrawal_withheld',
    ])
    expect(await withdraw(driver, 50)()).toBe('ok')
  })

  it.each([
    ['withdraw', (driver: TestActor) => withdraw(driver, 50)],
    ['pay-out', pay],
  ])(
    '%s/reach, a suspicious trip: what the wallet had before is paid, the share is not [design/privacy-21]',
    async (name, first) => {
      const { driver, reach } = await suspiciousTrip()
      await credit(db, driver, 50)
      expect(await inOrder(city, `${name}.before_commit`, first(driver), () => keyOf(reach()))).toEqual(['ok', 'ok'])
      expect(await balanceOf(db, driver)).toBeGreaterThan(0)
      expect(await withdraw(driver, 1)()).toBe('withdrawal_withheld')
      expect(await pay(driver)()).toBe('nothing_to_pay_out')
    },
  )

  it('reach/pay-out, a suspicious trip: only what the wallet had before is paid [design/privacy-21]', async () => {
    const { driver, reach } = await suspiciousTrip()
    await credit(db, driver, 50)
    const [, paid] = await inOrder(city, 'reach.before_commit', reach, () => payOut(driver.id))
    expect(paid.amount).toBe(50)
  })
})
