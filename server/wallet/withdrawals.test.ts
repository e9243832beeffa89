import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dashboardApi } from '@remis/domain/dashboard/dashboard-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { describe, expect, it, vi } from 'vitest'
import { findBroken } from '../verify/verify.ts'
import { untilWaiting } from '../races/in-order.ts'
import { ageBooking, balanceOf, bank, bookWith, credit, quoteWith, walletOf, withdrawalCity } from '../testing/money.ts'
import { comeTo, drives, keyOf, pickup, type TestActor } from '../testing/test-city.ts'

const { city, db, admin, ask, process, reject, rich } = await withdrawalCity(import.meta.url)
const list = (who: TestActor, query: object = {}) => who.call(withdrawalsApi.list, { query })

describe('requesting a withdrawal [design/money-29]', () => {
  it('takes the amount from the wallet at once into withdrawals payable [wallet-11]', async () => {
    const driver = await rich('driver')
    const asked = await ask(driver, 60)
    expect(asked).toMatchObject({
      uid: driver.id,
      name: driver.name,
      amount: 60,
      currency: 'UYU',
      processed: false,
      procesDate: null,
      state: 'open',
    })
    expect(asked).not.toHaveProperty('bankName')
    expect((await walletOf(driver)).balance).toBe(40)
    expect(await keyOf(ask(driver, 41))).toBe('wallet_balance_low')
    expect(await keyOf(ask(driver, 0))).toBe('withdrawal_amount_invalid')
    expect(await keyOf(ask(driver, 0.001))).toBe('decimal_too_many')
    expect((await walletOf(driver)).balance).toBe(40)
  })

  it('withdraws the whole balance with more decimals than the setting allows', async () => {
    const driver = await rich('driver', 10.5)
    await city.server.app.settings.change({ decimal: 0 }, null)
    expect(await keyOf(ask(driver, 10.4))).toBe('decimal_too_many')
    expect((await ask(driver, 10.5)).amount).toBe(10.5)
    await city.server.app.settings.change({ decimal: 2 }, null)
  })

  it('is for riders with RiderWithDraw only; the office never', async () => {
    const rider = await rich('rider')
    expect(await keyOf(ask(rider, 10))).toBe('withdrawal_not_allowed')
    expect((await walletOf(rider)).may.withdraw).toBe(false)
    await city.server.app.settings.change({ RiderWithDraw: true }, null)
    expect((await walletOf(rider)).may.withdraw).toBe(true)
    expect(await ask(rider, 10)).toMatchObject({ amount: 10 })
    expect(await keyOf(ask(admin, 10))).toBe('forbidden')
  })

  it('needs bank details while bank_fields is on and stores them; has none while it is off; a masked account means the known one [design/money-30]', async () => {
    const driver = await rich('driver')
    await city.server.app.settings.change({ bank_fields: true }, null)
    expect(await keyOf(ask(driver, 10))).toBe('bank_details_missing')
    expect((await walletOf(driver)).bank).toEqual({ bankName: null, bankCode: null, bankAccount: null })
    const bank = { bankName: 'Banco', bankCode: '77', bankAccount: '00124567' }
    const shown = { ...bank, bankAccount: '••••4567' }
    expect(await keyOf(ask(driver, 10, { ...bank, bankCode: ' ' }))).toBe('bank_details_missing')
    expect(await ask(driver, 10, bank)).toMatchObject(shown)
    expect((await walletOf(driver)).bank).toEqual(shown)
    expect(await ask(driver, 10)).toMatchObject(shown)
    expect(await ask(driver, 10, shown)).toMatchObject(shown)
    expect(await keyOf(ask(driver, 10, { ...bank, bankAccount: '••••45678' }))).toBe('bank_details_missing')
    const stored = db.request.selectFrom('withdrawals').select('bank_account').where('user_id', '=', driver.id)
    expect(new Set((await stored.execute()).map((row) => row.bank_account))).toEqual(new Set(['00124567']))
    expect((await list(driver)).rows[0]).toMatchObject(shown)
    expect((await list(admin)).rows[0]).toMatchObject(bank)
    const looks = db.request.selectFrom('audit_log').select('data').where('action', '=', 'withdrawal.look')
    expect((await looks.execute()).map(({ data }) => (data as { ids: string[] }).ids.length)).toEqual([3])
    await city.server.app.settings.change({ bank_fields: false }, null)
    expect((await list(driver)).rows[0]).not.toHaveProperty('bankAccount')
    expect((await walletOf(driver)).bank).toBe(null)
  })

  it('makes one withdrawal of a request, however often it is sent', async () => {
    const driver = await rich('driver')
    const sent = await Promise.all(
      [1, 2, 3].map(() =>
        fetch(`${city.server.url}/api/withdrawals`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${driver.token}`,
            'content-type': 'application/json',
            'idempotency-key': 'once',
          },
          body: JSON.stringify({ amount: 30 }),
        }).then((reply) => reply.json() as Promise<{ withdrawal: { id: string } }>),
      ),
    )
    expect(new Set(sent.map(({ withdrawal }) => withdrawal.id)).size).toBe(1)
    expect(await balanceOf(db, driver)).toBe(70_00)
  })
})

describe('races for one balance', () => {
  it('withdraw/withdraw: one of them gets the money', async () => {
    const driver = await rich('driver')
    const stop = city.server.failpoint.pause('withdraw.before_commit')
    const first = keyOf(ask(driver, 70))
    await stop.reached
    const second = keyOf(ask(driver, 70))
    await untilWaiting(city)
    stop.release()
    expect([await first, await second]).toEqual(['ok', 'wallet_balance_low'])
    expect(await balanceOf(db, driver)).toBe(30_00)
  })

  it.each(['withdraw first', 'hold first'])('withdraw/hold, %s: one of them gets the money', async (order) => {
    await city.server.app.settings.change({ RiderWithDraw: true }, null)
    await city.driver()
    const rider = await city.person('rider')
    const quote = await quoteWith(rider, city.economy)
    await credit(db, rider, quote.payableAmount)
    const withdraw = () => keyOf(ask(rider, quote.payableAmount))
    const hold = () => keyOf(bookWith(rider, quote, 'wallet'))
    const stop = city.server.failpoint.pause(
      order === 'withdraw first' ? 'withdraw.before_commit' : 'create.before_commit',
    )
    const first = order === 'withdraw first' ? withdraw() : hold()
    await stop.reached
    const second = order === 'withdraw first' ? hold() : withdraw()
    await untilWaiting(city)
    stop.release()
    expect([await first, await second]).toEqual(['ok', 'wallet_balance_low'])
    expect(await balanceOf(db, rider)).toBe(0)
  })
})

it('withdraw/fee: the fee finds the wallet that the withdrawal has left, and is owed', async () => {
  await city.server.app.settings.change({ RiderWithDraw: true }, null)
  const [rider, driver] = [await rich('rider'), await city.driver({ carType: city.comfort })]
  const { id } = await bookWith(rider, await quoteWith(rider, city.comfort))
  await drives(driver, id).accept()
  await ageBooking(db, id, 6)
  await comeTo(driver, pickup)
  const stop = city.server.failpoint.pause('withdraw.locked')
  const withdrawn = keyOf(ask(rider, 100))
  await stop.reached
  const cancelled = keyOf(rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } }))
  await untilWaiting(city)
  stop.release()
  expect([await withdrawn, await cancelled]).toEqual(['ok', 'ok'])
  expect([await balanceOf(db, rider), await balanceOf(db, driver)]).toEqual([0, 0])
  expect([(await walletOf(rider)).owed.total, (await walletOf(driver)).pending.total]).toEqual([80, 80])
  expect(await findBroken(db.lists)).toEqual([])
})

describe('a session that was found or stolen [design/money-46]', () => {
  const noPassword = ({ id }: TestActor) =>
    db.request
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0) })
      .where('user_id', '=', id)
      .execute()

  it('withdraws nothing and changes no bank account without the password', async () => {
    const driver = await rich('driver')
    await noPassword(driver)
    await city.server.app.settings.change({ bank_fields: true }, null)
    expect(await keyOf(ask(driver, 10, { ...bank, bankAccount: '999999' }))).toBe('confirm_password')
    const row = await db.request.selectFrom('users').selectAll().where('id', '=', driver.id).executeTakeFirstOrThrow()
    expect([row.bank_account, await balanceOf(db, driver)]).toEqual([null, 100_00])

    const secret = await city.server.app.passwords.hash('right*1', 'known')
    await db.request
      .insertInto('identities')
      .values({ id: driver.id, user_id: driver.id, kind: 'password', subject: driver.id, secret })
      .execute()
    const confirm = (password: string) => driver.call(accountsApi.confirm, { body: { password } })
    expect(await keyOf(confirm('wrong*1'))).toBe('password_wrong')
    expect(await keyOf(ask(driver, 10, bank))).toBe('confirm_password')
    await confirm('right*1')
    expect(await keyOf(ask(driver, 10, bank))).toBe('ok')
  })

  it('a changed bank account: its owner is notified, and the office pays after a day [design/money-47]', async () => {
    const driver = await rich('driver')
    await city.server.app.settings.change({ bank_fields: true }, null)
    const waiting = async () => {
      const [{ waiting: shown }, { withdrawals }] = await Promise.all([
        admin.call(dashboardApi.now, {}),
        admin.call(dashboardApi.counts, {}),
      ])
      return [shown?.withdrawals, withdrawals]
    }
    const earlier = await waiting()
    const first = await ask(driver, 10, bank)
    expect((first.notBefore ?? 0) - Date.now()).toBeGreaterThan(24 * 3_600_000 - 60_000)
    expect((first.notBefore ?? 0) - Date.now()).toBeLessThan(24 * 3_600_000 + 1000)
    const notices = await db.request.selectFrom('notices').selectAll().where('user_id', '=', driver.id).execute()
    expect(notices.map(({ message }) => message)).toEqual(['notice_bank_changed'])
    expect(await keyOf(process(admin, first.id))).toBe('withdrawal_waits')
    // until then neither the dashboard nor the drawer counts it
    expect(await waiting()).toEqual(earlier)
    const dayAgo = new Date(Date.now() - 25 * 3_600_000)
    await db.request.updateTable('users').set({ bank_changed_at: dayAgo }).where('id', '=', driver.id).execute()
    await db.request.updateTable('withdrawals').set({ not_before: dayAgo }).where('id', '=', first.id).execute()
    expect(await waiting()).toEqual(earlier.map((count) => (count ?? 0) + 1))
    expect(await keyOf(process(admin, first.id))).toBe('ok')
    // The same account again: no notice, no waiting.
    const second = await ask(driver, 10, {})
    expect(second.notBefore).toBe(null)
    expect(await keyOf(process(admin, second.id))).toBe('ok')
    expect((await ask(driver, 10, { bankCode: '77' })).notBefore).not.toBe(null)
  })
})

describe('an admin ends it once [invariants-M11]', () => {
  it('processed: false becomes true with its procesDate; audited, the person is notified [design/money-30]', async () => {
    const driver = await rich('driver')
    const { id } = await ask(driver, 60)
    for (const other of [driver, await city.person('fleetadmin'), await city.person('rider')])
      expect(await keyOf(process(other, id))).toBe('forbidden')
    const { withdrawal } = await process(admin, id)
    expect(withdrawal).toMatchObject({ processed: true, state: 'processed', procesDate: expect.any(Number) })
    expect(await keyOf(process(admin, id))).toBe('withdrawal_settled')
    expect(await keyOf(reject(admin, id))).toBe('withdrawal_settled')
    expect(await balanceOf(db, driver)).toBe(40_00)
    const bank = await db.request.selectFrom('ledger_entries').select('amount').where('account', '=', 'bank').execute()
    expect(bank).toContainEqual({ amount: 60_00 })
    const audit = await db.request
      .selectFrom('audit_log')
      .selectAll()
      .where('subject', '=', `withdrawal:${id}`)
      .execute()
    expect(audit.map(({ action, actor_id, data }) => [action, actor_id, data])).toEqual([
      ['withdrawal.process', admin.id, { amount: 60_00 }],
    ])
    const notices = await db.request.selectFrom('notices').selectAll().where('user_id', '=', driver.id).execute()
    expect(notices.map(({ message, params }) => [message, params])).toEqual([
      ['notice_withdrawal_paid', { amount: 60 }],
    ])
  })

  it('rejected: the money is back in the wallet, with a reason; it is not processed [wallet-15] [design/money-30]', async () => {
    const driver = await rich('driver')
    const { id } = await ask(driver, 60)
    expect(await keyOf(reject(admin, id, '  '))).toBe('reject_reason_missing')
    const { withdrawal } = await reject(admin, id)
    expect(withdrawal).toMatchObject({ processed: false, state: 'rejected', reason: 'The account is not yours' })
    expect(await balanceOf(db, driver)).toBe(100_00)
    expect(await keyOf(process(admin, id))).toBe('withdrawal_settled')
    expect(await keyOf(process(admin, '01900000-0000-7000-8000-000000000000'))).toBe('not_found')
  })

  it('a failure leaves the request open, without posting, audit row and notice [design/money-30]', async () => {
    const driver = await rich('driver')
    const { id } = await ask(driver, 60)
    // the last write of the commit fails
    const notify = vi.spyOn(city.server.app, 'notify').mockRejectedValue(new Error('injected failure'))
    for (const end of [process, reject]) expect(await keyOf(end(admin, id))).toBe('server_error')
    notify.mockRestore()
    const count = async (table: 'ledger_transactions' | 'audit_log' | 'notices', column: string, value: string) =>
      (
        await db.request
          .selectFrom(table)
          .selectAll()
          .where(column as never, '=', value as never)
          .execute()
      ).length
    expect(await list(driver)).toMatchObject({ rows: [{ id, state: 'open' }] })
    expect(await balanceOf(db, driver)).toBe(40_00)
    expect([
      await count('ledger_transactions', 'reference', id),
      await count('audit_log', 'subject', `withdrawal:${id}`),
      await count('notices', 'user_id', driver.id),
    ]).toEqual([1, 0, 0])
    expect(await keyOf(process(admin, id))).toBe('ok')
  })

  it('process/process and process/reject at once: one wins', async () => {
    const driver = await rich('driver')
    for (const other of [process, reject]) {
      const { id } = await ask(driver, 10)
      const before = await balanceOf(db, driver)
      const stop = city.server.failpoint.pause('withdrawal.locked')
      const first = keyOf(process(admin, id))
      await stop.reached
      const second = keyOf(other(admin, id))
      await untilWaiting(city)
      stop.release()
      expect([await first, await second]).toEqual(['ok', 'withdrawal_settled'])
      expect(await balanceOf(db, driver)).toBe(before)
    }
  })

  it('is refused in demo mode', async () => {
    const { id } = await ask(await rich('driver'), 10)
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    expect([await keyOf(process(admin, id)), await keyOf(reject(admin, id))]).toEqual(['demo_mode', 'demo_mode'])
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
    expect(await keyOf(process(admin, id))).toBe('ok')
  })
})

describe('the lists', () => {
  it('show people their own withdrawals and admins all, page by page', async () => {
    const [a, b] = [await rich('driver'), await rich('driver')]
    for (const amount of [1, 2, 3]) await ask(a, amount)
    const { id } = await ask(b, 4)
    await process(admin, id)
    expect((await list(a)).rows.map(({ amount }) => amount)).toEqual([3, 2, 1])
    expect((await list(b)).rows.map((row) => row.id)).toEqual([id])
    const first = await list(admin, { limit: 2 })
    expect(first.rows.map(({ amount }) => amount)).toEqual([4, 3])
    const second = await list(admin, { limit: 2, cursor: first.next })
    expect(second.rows.map(({ amount }) => amount)).toEqual([2, 1])
    const open = (await list(admin, { state: 'open', limit: 100 })).rows
    expect(open.every(({ state }) => state === 'open')).toBe(true)
    expect(open.map((row) => row.id)).not.toContain(id)
    expect((await list(b, { state: 'processed' })).rows.map((row) => row.id)).toEqual([id])
    expect(await keyOf(list(admin, { cursor: 'x' }))).toBe('invalid_input')
    // as long as an id, but none
    expect(await keyOf(list(admin, { cursor: `1.${'-'.repeat(36)}` }))).toBe('invalid_input')
    expect(await keyOf(list(await city.person('fleetadmin')))).toBe('forbidden')
  })
})
