import { dashboardApi } from '@remis/domain/dashboard/dashboard-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { personPartsApi } from '@remis/domain/people/person-parts-api'
import { creditsApi } from '@remis/domain/wallet/credits-api'
import { walletApi } from '@remis/domain/wallet/wallet-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { lockPerson } from '../../people/find-person.ts'
import { balanceOf, credit, officeCity } from '../../testing/money.ts'
import { keyOf, type TestActor } from '../../testing/test-city.ts'

const usual = { decimal: 2, creditLimit: 0, creditApprovalAbove: 0, AllowCriticalEditsAdmin: true }
const { city, db, admin, other } = await officeCity(import.meta.url, usual)

const give = (who: TestActor, id: string, amount: number, reason = 'Cash at the desk') =>
  who.call(creditsApi.create, { params: { id }, body: { amount, reason } })
const approve = (who: TestActor, id: string) => who.call(creditsApi.approve, { params: { id }, body: {} })
const refuse = (who: TestActor, id: string) => who.call(creditsApi.refuse, { params: { id }, body: {} })
const reverse = (who: TestActor, id: string, reason = 'The wrong person') =>
  who.call(creditsApi.reverse, { params: { id }, body: { reason } })

describe('add to wallet', () => {
  it('credits with txRef AdminCredit and answers the new balance [wallet-9]', async () => {
    const driver = await city.person('driver')
    const { credit, balance, currency } = await give(admin, driver.id, 60)
    expect([credit.state, credit.name, credit.askedByName, balance, currency]).toEqual([
      'credited',
      driver.name,
      admin.name,
      60,
      'UYU',
    ])
    const { rows } = await driver.call(walletApi.history, { query: {} })
    expect(rows).toMatchObject([{ type: 'Credit', amount: 60, txRef: 'AdminCredit' }])
    expect((await admin.call(creditsApi.list, { query: {} })).rows[0]).toEqual(credit)
  })

  it('needs an amount above 0, a reason, and a rider or driver [wallet-8]', async () => {
    const { id } = await city.person('rider')
    for (const amount of [0, -5]) expect(await keyOf(give(admin, id, amount))).toBe('no_details_error')
    expect(await keyOf(give(admin, id, 0.001))).toBe('decimal_too_many')
    expect(await keyOf(give(admin, id, 5, ' '))).toBe('reason_missing')
    expect(await keyOf(give(admin, other.id, 5))).toBe('not_found')
    expect(await keyOf(give(await city.person('fleetadmin'), id, 5))).toBe('forbidden')
    expect(await balanceOf(db, { id })).toBe(0)
  })

  it('waits for an erasure that runs, and is refused after it [design/money-54]', async () => {
    const rider = await city.person('rider')
    let given = Promise.resolve('')
    await db.transact(async (tx) => {
      await lockPerson(tx, rider.id)
      given = keyOf(give(admin, rider.id, 5))
      await new Promise((resolve) => setTimeout(resolve, 300))
      await sql`update users set deleted_at = clock_timestamp(), erased_at = clock_timestamp()
        where id = ${rider.id}`.execute(tx)
    })
    expect([await given, await balanceOf(db, rider)]).toEqual(['not_found', 0])
    // Undone, since the check of all invariants expects a complete erasure.
    await sql`update users set deleted_at = null, erased_at = null where id = ${rider.id}`.execute(db.request)
  })

  it('a credit that is sent twice is one', async () => {
    const { id } = await city.person('rider')
    const send = async () => {
      const reply = await fetch(`${city.server.url}/api/wallets/${id}/credits`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${admin.token}`,
          'content-type': 'application/json',
          'idempotency-key': `once-${id}`,
        },
        body: JSON.stringify({ amount: 30, reason: 'Cash at the desk' }),
      })
      return ((await reply.json()) as { credit: { id: string } }).credit.id
    }
    expect(new Set(await Promise.all([send(), send(), send()])).size).toBe(1)
    expect(await balanceOf(db, { id })).toBe(30_00)
  })

  it('is limited by the setting creditLimit', async () => {
    const { id } = await city.person('rider')
    await city.server.app.settings.change({ creditLimit: 50 }, null)
    expect(await keyOf(give(admin, id, 50.01))).toBe('credit_too_large')
    expect(await keyOf(give(admin, id, 50))).toBe('ok')
  })

  it('finds people by name; demo mode hides contacts, does not search them and refuses writes', async () => {
    const rider = await city.person('rider')
    const find = async (search: string) => (await admin.call(creditsApi.people, { query: { search } })).rows
    const [found] = await find(rider.name)
    expect(found).toMatchObject({ id: rider.id, usertype: 'rider', balance: 0, owed: 0 })
    const contact = found?.email ?? found?.mobile ?? ''
    expect((await find(contact)).map(({ id }) => id)).toEqual([rider.id])
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    const [hidden] = await find(rider.name)
    expect([hidden?.email, hidden?.mobile].filter(Boolean)).not.toContain(contact)
    expect([hidden?.email, hidden?.mobile]).toContain('Hidden')
    expect(await find(contact)).toEqual([])
    expect(await keyOf(give(admin, rider.id, 5))).toBe('demo_mode')
  })
})

describe('a second admin [design/money-125]', () => {
  it('agrees to a credit above the setting; the first one cannot', async () => {
    const { id } = await city.person('driver')
    await city.server.app.settings.change({ creditApprovalAbove: 100 }, null)
    expect((await give(admin, id, 100)).credit.state).toBe('credited')
    const { credit, balance } = await give(admin, id, 100.5)
    expect([credit.state, balance, await balanceOf(db, { id })]).toEqual(['waiting', 100, 100_00])
    expect(await keyOf(approve(admin, credit.id))).toBe('credit_needs_other_admin')
    expect(await keyOf(reverse(other, credit.id))).toBe('credit_settled')
    const keys = await Promise.all([keyOf(approve(other, credit.id)), keyOf(refuse(admin, credit.id))])
    expect(keys.toSorted()).toEqual(['credit_settled', 'ok'])
    const { rows } = await admin.call(creditsApi.list, { query: {} })
    const state = rows.find((row) => row.id === credit.id)?.state
    expect(await balanceOf(db, { id })).toBe(state === 'credited' ? 200_50 : 100_00)
  })

  it('agrees to the parts of a larger credit: an admin’s own ones to a wallet count together for 24 hours', async () => {
    const [driver, second] = [await city.person('driver'), await city.person('driver')]
    await city.server.app.settings.change({ creditApprovalAbove: 100 }, null)
    const stateOf = async (who: TestActor, { id }: TestActor, amount: number) =>
      (await give(who, id, amount)).credit.state
    expect(await stateOf(admin, driver, 60)).toBe('credited')
    expect(await stateOf(admin, driver, 40)).toBe('credited')
    expect(await stateOf(admin, driver, 0.01)).toBe('waiting')
    // another wallet, another admin
    expect(await stateOf(admin, second, 60)).toBe('credited')
    expect(await stateOf(other, driver, 60)).toBe('credited')
    await db.request
      .updateTable('wallet_credits')
      .set({ asked_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('user_id', '=', driver.id)
      .execute()
    expect(await stateOf(admin, driver, 100)).toBe('credited')
  })

  it('is asked for one of two credits that are sent at the same time and exceed the setting together', async () => {
    const { id } = await city.person('driver')
    await city.server.app.settings.change({ creditApprovalAbove: 100 }, null)
    const both = await Promise.all([give(admin, id, 70), give(admin, id, 70)])
    expect(both.map(({ credit }) => credit.state).toSorted()).toEqual(['credited', 'waiting'])
    expect(await balanceOf(db, { id })).toBe(70_00)
  })

  it('gets a notice of a credit that waits and sees it in a count, until it is decided [design/web-114]', async () => {
    const driver = await city.person('driver')
    await city.server.app.settings.change({ creditApprovalAbove: 100 }, null)
    const counts = async (who: TestActor) => (await who.call(dashboardApi.counts, {})).credits
    const onDashboard = async () => (await other.call(dashboardApi.now, {})).waiting?.credits
    const before = (await counts(other)) ?? 0
    const { credit } = await give(admin, driver.id, 150)
    expect([await counts(other), await onDashboard()]).toEqual([before + 1, before + 1])
    expect(await counts(await city.person('fleetadmin'))).toBeUndefined()
    const noticesOf = async ({ id }: TestActor) =>
      (
        await db.request
          .selectFrom('notices')
          .select('params')
          .where('user_id', '=', id)
          .where('message', '=', 'notice_credit_waits')
          .execute()
      ).filter(({ params }) => (params as { name?: string }).name === driver.name)
    expect(await noticesOf(other)).toMatchObject([{ params: { amount: 150, name: driver.name } }])
    expect([await noticesOf(admin), await noticesOf(driver)]).toEqual([[], []])
    await approve(other, credit.id)
    expect(await counts(other)).toBe(before)
    await refuse(admin, (await give(admin, driver.id, 150)).credit.id)
    expect(await counts(other)).toBe(before)
  })

  it('approves once, however many admins try', async () => {
    const { id } = await city.person('driver')
    await city.server.app.settings.change({ creditApprovalAbove: 1 }, null)
    const { credit } = await give(admin, id, 20)
    const third = await city.person('admin')
    const keys = await Promise.all([other, third].map((who) => keyOf(approve(who, credit.id))))
    expect(keys.toSorted()).toEqual(['credit_settled', 'ok'])
    expect(await balanceOf(db, { id })).toBe(20_00)
  })

  it('settles with an archived driver who owes cash [design/people-7]', async () => {
    const driver = await city.person('driver')
    await credit(db, driver, -30)
    await admin.call(peopleApi.remove, { params: { id: driver.id } })
    await give(admin, driver.id, 20)
    await city.server.app.settings.change({ creditApprovalAbove: 1 }, null)
    const rest = await give(admin, driver.id, 10)
    await approve(other, rest.credit.id)
    expect(await balanceOf(db, driver)).toBe(0)
  })

  it('does not approve a credit if the owner was erased or has no wallet; it can be rejected', async () => {
    await city.server.app.settings.change({ creditApprovalAbove: 1 }, null)
    const [left, promoted] = [await city.person('rider'), await city.person('driver')]
    const [first, second] = [await give(admin, left.id, 20), await give(admin, promoted.id, 20)]
    const erase = (at: Date | null) =>
      db.request.updateTable('users').set({ erased_at: at, deleted_at: at }).where('id', '=', left.id).execute()
    await erase(new Date())
    await admin.call(peopleApi.changeRole, { params: { id: promoted.id }, body: { usertype: 'fleetadmin' } })
    for (const { credit } of [first, second]) {
      expect(await keyOf(approve(other, credit.id))).toBe('credit_owner_gone')
      expect((await refuse(other, credit.id)).credit.state).toBe('refused')
    }
    // Undone, since the check of all invariants expects a complete erasure.
    await erase(null)
    expect([await balanceOf(db, left), await balanceOf(db, promoted)]).toEqual([0, 0])
  })

  it('the one who entered it can refuse it', async () => {
    const { id } = await city.person('rider')
    await city.server.app.settings.change({ creditApprovalAbove: 1 }, null)
    const { credit } = await give(admin, id, 20)
    expect((await refuse(admin, credit.id)).credit.state).toBe('refused')
    expect(await keyOf(approve(other, credit.id))).toBe('credit_settled')
    expect(await balanceOf(db, { id })).toBe(0)
  })
})

describe('a credit is taken back [design/money-55]', () => {
  it('once, by the opposite posting, with a reason that its owner reads [design/money-53]', async () => {
    const driver = await city.person('driver')
    const { credit } = await give(admin, driver.id, 40)
    expect(await keyOf(reverse(admin, credit.id, ' '))).toBe('reason_missing')
    const keys = await Promise.all([keyOf(reverse(admin, credit.id)), keyOf(reverse(other, credit.id))])
    expect(keys.toSorted()).toEqual(['credit_settled', 'ok'])
    expect(await balanceOf(db, driver)).toBe(0)
    const { rows } = await driver.call(walletApi.history, { query: {} })
    expect(rows.map(({ type, amount, kind }) => [type, amount, kind])).toEqual([
      ['Debit', 40, 'reversal'],
      ['Credit', 40, 'admin-credit'],
    ])
    expect(rows[1]?.txRef).toBe('AdminCredit')
    const office = await admin.call(personPartsApi.history, { params: { id: driver.id }, query: {} })
    expect(office.rows).toEqual(rows)
    const notices = db.request.selectFrom('notices').select(['message', 'params']).where('user_id', '=', driver.id)
    expect(await notices.execute()).toContainEqual({
      message: 'notice_credit_reversed',
      params: { amount: 40, reason: 'The wrong person' },
    })
  })

  it('not when the money is gone', async () => {
    const driver = await city.person('driver')
    const { credit } = await give(admin, driver.id, 40)
    await driver.call(withdrawalsApi.request, { body: { amount: 1 } })
    expect(await keyOf(reverse(admin, credit.id))).toBe('credit_spent')
    expect(await balanceOf(db, driver)).toBe(39_00)
  })
})
