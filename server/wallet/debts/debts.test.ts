import { accountDataApi } from '@remis/domain/privacy/account-data-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { creditsApi } from '@remis/domain/wallet/credits-api'
import { debtsApi } from '@remis/domain/wallet/debts-api'
import { chargeRider } from '@remis/domain/wallet/postings'
import { describe, expect, it } from 'vitest'
import { balanceOf, credit, walletOf } from '../../testing/money.ts'
import { keyOf, cityFor, type TestActor } from '../../testing/test-city.ts'
import { findBroken } from '../../verify/verify.ts'
import { post } from '../post.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')

/** A rider who owes a driver 50, and the debt. */
const owing = async (guaranteed = false) => {
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  const bookingId = (await city.book(await city.person('rider'))).id
  const facts = { bookingId, rider: rider.id, driver: driver.id, toDriver: 50_00, toRevenue: 0, fromPrepayments: 0 }
  const owed = chargeRider({ ...facts, kind: 'cancellation-fee', balance: 0, guaranteed })
  await db.transact((tx) => post(tx, owed, { actorId: null, currency: 'UYU' }))
  const { rows } = await admin.call(debtsApi.list, { query: {} })
  const debt = rows.find((row) => row.rider === rider.id)!
  return { rider, driver, debt }
}
const writeOff = (who: TestActor, id: string, reason = 'Does not answer') =>
  who.call(debtsApi.writeOff, { params: { id }, body: { reason } })
const give = (who: TestActor, id: string, amount: number) =>
  who.call(creditsApi.create, { params: { id }, body: { amount, reason: 'Cash at the desk' } })
const noticesOf = async (who: TestActor) =>
  (await db.request.selectFrom('notices').select(['message', 'params']).where('user_id', '=', who.id).execute()).filter(
    ({ message }) => message.endsWith('written_off'),
  )
const audited = async (subject: string) =>
  (await db.request.selectFrom('audit_log').select(['action', 'data']).where('subject', '=', subject).execute())[0]

describe('the office sees what riders owe [design/money-48]', () => {
  it('the driver deletes the account after the rider paid the fee or the office wrote it off [design/privacy-10]', async () => {
    const { driver, debt } = await owing()
    const blockers = async () => (await driver.call(accountDataApi.read, {})).blockers
    expect(await blockers()).toEqual(['pending-fees'])
    await writeOff(admin, debt.id)
    expect(await blockers()).toEqual([])
  })

  it('lists open debts with rider, driver and rest, for admins only', async () => {
    const { rider, driver, debt } = await owing()
    expect(debt).toMatchObject({ amount: 50, rest: 50, driver: driver.id, riderName: rider.name, writtenOff: false })
    expect(await keyOf(rider.call(debtsApi.list, { query: {} }))).toBe('forbidden')
  })

  it('the table of riders has the sum of what each owes', async () => {
    const { rider, debt } = await owing()
    const owed = async () => {
      const { rows } = await admin.call(peopleApi.list, { query: { usertype: 'rider', search: rider.name } })
      return rows.map((row) => [row.id, row.owed])
    }
    expect(await owed()).toEqual([[rider.id, 50]])
    await writeOff(admin, debt.id)
    expect(await owed()).toEqual([[rider.id, 0]])
  })

  it.each([
    [false, 0],
    [true, 50_00],
  ])(
    'writes a debt off with a reason, once; the driver (guaranteed: %s) keeps what was paid',
    async (guaranteed, has) => {
      const { rider, driver, debt } = await owing(guaranteed)
      expect(await keyOf(writeOff(admin, debt.id, ' '))).toBe('reason_missing')
      const keys = await Promise.all([keyOf(writeOff(admin, debt.id)), keyOf(writeOff(admin, debt.id))])
      expect(keys.toSorted()).toEqual(['debt_settled', 'ok'])
      expect([(await walletOf(rider)).owed.total, (await walletOf(driver)).pending.total]).toEqual([0, 0])
      expect(await balanceOf(db, driver)).toBe(has)
      expect(await audited(`debt:${debt.id}`)).toMatchObject({ action: 'debt.write-off', data: { amount: 50_00 } })
      expect(await noticesOf(rider)).toEqual([{ message: 'notice_debt_written_off', params: { amount: 50 } }])
      const lost = { message: 'notice_fee_written_off', params: { amount: 50, reason: 'Does not answer' } }
      expect(await noticesOf(driver)).toEqual(guaranteed ? [] : [lost])
      await credit(db, rider, 80)
      expect(await balanceOf(db, rider)).toBe(80_00)
      expect(await findBroken(db.lists)).toEqual([])
    },
  )

  it('takes cash at the office: it pays the debt, and is in the office’s cash until the credit is taken back', async () => {
    const { rider, driver, debt } = await owing()
    const inOffice = async () => {
      const { total } = await db.request
        .selectFrom('ledger_entries')
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('total'))
        .where('account', '=', 'office-cash')
        .executeTakeFirstOrThrow()
      return Number(total)
    }
    const before = await inOffice()
    const body = { amount: 70, reason: 'Debt paid in cash', cash: true }
    const { credit: paid, balance } = await admin.call(creditsApi.create, { params: { id: rider.id }, body })
    expect([paid.cash, balance, await balanceOf(db, driver)]).toEqual([true, 20, 50_00])
    expect((await admin.call(debtsApi.list, { query: {} })).rows.map(({ id }) => id)).not.toContain(debt.id)
    expect((await inOffice()) - before).toBe(-70_00)
    const again = { ...body, amount: 5 }
    const { credit: wrong } = await admin.call(creditsApi.create, { params: { id: rider.id }, body: again })
    await admin.call(creditsApi.reverse, { params: { id: wrong.id }, body: { reason: 'The wrong person' } })
    expect((await inOffice()) - before).toBe(-70_00)
    expect(await findBroken(db.lists)).toEqual([])
  })

  it('a credit and a write-off at once: the debt ends once', async () => {
    const { rider, driver, debt } = await owing()
    const [written] = await Promise.all([keyOf(writeOff(admin, debt.id)), credit(db, rider, 50)])
    expect([await balanceOf(db, rider), await balanceOf(db, driver)]).toEqual(
      written === 'ok' ? [50_00, 0] : [0, 50_00],
    )
    expect(await findBroken(db.lists)).toEqual([])
  })
})

describe('an admin credits a wallet [wallet-9]', () => {
  it('pays the debts of the rider first; audited; the rider is notified', async () => {
    const { rider, driver } = await owing()
    expect(await give(admin, rider.id, 60)).toMatchObject({ balance: 10, currency: 'UYU' })
    expect(await balanceOf(db, driver)).toBe(50_00)
    expect(await audited(`user:${rider.id}`)).toMatchObject({ action: 'wallet.credit', data: { amount: 60_00 } })
    const notices = await db.request.selectFrom('notices').select('message').where('user_id', '=', rider.id).execute()
    expect(notices).toEqual([{ message: 'notice_wallet_credit' }])
  })

  it('refuses amounts with too many decimals, 0, and people without a wallet', async () => {
    const { rider } = await owing()
    for (const amount of [0, -1]) expect(await keyOf(give(admin, rider.id, amount))).toBe('no_details_error')
    expect(await keyOf(give(admin, rider.id, 0.5))).toBe('decimal_too_many')
    expect(await keyOf(give(admin, admin.id, 5))).toBe('not_found')
    expect(await keyOf(give(rider, rider.id, 5))).toBe('forbidden')
  })
})
