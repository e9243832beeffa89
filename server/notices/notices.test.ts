import { bookingsApi } from '@remis/domain/booking/booking-api'
import { settingsApi } from '@remis/domain/backoffice/settings-api'
import type { NoticeDraft } from '@remis/domain/notices/notice'
import { noticesApi } from '@remis/domain/notices/notices-api'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { drives, cityFor, type TestActor } from '../testing/test-city.ts'
import { deleteOldNotices } from './notice-store.ts'
import { renderNotices } from './render-notice.ts'
import { sendNotices } from './send-notices.ts'

const { city, db } = await cityFor(import.meta.url)

const draft = (user: TestActor, amount: number): NoticeDraft => ({
  user: user.id,
  message: 'notice_topped_up',
  params: { amount },
  screen: 'wallet',
  bookingId: null,
})
const send = (user: TestActor, ...amounts: number[]) =>
  db.transact((tx) =>
    sendNotices(
      tx,
      amounts.map((amount) => draft(user, amount)),
    ),
  )
const list = (user: TestActor, query: { cursor?: string; limit?: number } = {}) => user.call(noticesApi.list, { query })
const unread = async (user: TestActor) => (await user.call(noticesApi.unread, {})).unread
const see = (user: TestActor, ids: string[]) => user.call(noticesApi.markSeen, { body: { ids } })

describe('notices of a person [design/live-60]', () => {
  it('that were sent while no screen was open are listed and unread', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(rider)
    const drive = drives(driver, id)
    await drive.accept()
    await drive.arriveThere()
    const { rows } = await list(rider)
    expect(rows.map(({ message, bookingId, seen }) => ({ message, bookingId, seen }))).toEqual([
      { message: 'notice_arrived', bookingId: id, seen: false },
      { message: 'notice_accepted', bookingId: id, seen: false },
    ])
    expect(await unread(rider)).toBe(2)
    // The request passed: it is listed and not counted.
    expect((await list(driver)).rows).toMatchObject([{ message: 'notice_new_booking', seen: true }])
    expect(await unread(driver)).toBe(0)
    await driver.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
    city.server.app.drivers.remove(driver.id)
  })

  it('are unread until they are shown, and only to their reader', async () => {
    const [rider, other] = [await city.person('rider'), await city.person('rider')]
    await send(rider, 1, 2, 3)
    const ids = (await list(rider)).rows.map(({ id }) => id)
    expect(await see(other, ids)).toEqual({ unread: 0 })
    expect(await unread(rider)).toBe(3)
    expect(await see(rider, ids.slice(0, 2))).toEqual({ unread: 1 })
    const first = await db.request
      .selectFrom('notices')
      .select('seen_at')
      .where('id', '=', ids[0] ?? '')
      .execute()
    expect(await see(rider, ids)).toEqual({ unread: 0 })
    // seen once: the time of the first look stays
    expect(
      await db.request
        .selectFrom('notices')
        .select('seen_at')
        .where('id', '=', ids[0] ?? '')
        .execute(),
    ).toEqual(first)
    expect((await list(rider)).rows.map(({ seen }) => seen)).toEqual([true, true, true])
    expect((await list(other)).rows).toEqual([])
  })

  it('are paged without a gap or a repetition while new ones arrive', async () => {
    const rider = await city.person('rider')
    for (let n = 0; n < 7; n++) await send(rider, n)
    const found: number[] = []
    let cursor: string | undefined
    do {
      const page = await list(rider, { limit: 3, ...(cursor === undefined ? {} : { cursor }) })
      found.push(...page.rows.map(({ params }) => params['amount'] as number))
      cursor = page.next ?? undefined
      await send(rider, 100)
    } while (cursor !== undefined)
    expect(found).toEqual([6, 5, 4, 3, 2, 1, 0])
  })

  it('are counted up to 100', async () => {
    const rider = await city.person('rider')
    await send(rider, ...Array.from({ length: 120 }, (_, n) => n))
    expect(await unread(rider)).toBe(100)
  })

  it('are deleted after 90 days, some at a time', async () => {
    const rider = await city.person('rider')
    await send(rider, 1, 2, 3, 4)
    await sql`update notices set created_at = created_at - interval '91 days'
      where user_id = ${rider.id} and params->>'amount' <> '4'`.execute(db.request)
    await deleteOldNotices(db.jobs, { keepDays: 90, deletedAtOnce: 2 })
    expect((await list(rider)).rows).toHaveLength(2)
    await deleteOldNotices(db.jobs, { keepDays: 90, deletedAtOnce: 2 })
    expect((await list(rider)).rows).toMatchObject([{ params: { amount: 4 } }])
  })
})

it('a late event says that its notice is old or has been seen [design/live-70]', async () => {
  const driver = await city.driver()
  const render = renderNotices({ db })
  const freshAfter = async (seconds: number, message: NoticeDraft['message'], seen = false) => {
    const before = new Set((await list(driver)).rows.map(({ id }) => id))
    await db.transact((tx) => sendNotices(tx, [{ ...draft(driver, seconds), message }]))
    const id = (await list(driver)).rows.find((row) => !before.has(row.id))?.id ?? ''
    await sql`update notices set created_at = created_at - ${seconds} * interval '1 second'
      where id = ${id} and user_id = ${driver.id}`.execute(db.request)
    if (seen) await see(driver, [id])
    return (await render(id, { id: driver.id, role: 'driver' }))?.fresh
  }
  expect(await freshAfter(0, 'notice_topped_up')).toBe(true)
  expect(await freshAfter(240, 'notice_topped_up')).toBe(true)
  expect(await freshAfter(360, 'notice_topped_up')).toBe(false)
  expect(await freshAfter(0, 'notice_topped_up', true)).toBe(false)
  // stored as seen from the start
  expect(await freshAfter(0, 'notice_new_booking')).toBe(true)
  expect(await freshAfter(90, 'notice_new_booking')).toBe(false)
})

it('a change of the settings is reported to every role, with the version that can be read [design/live-63]', async () => {
  const [admin, ...people] = [
    await city.person('admin'),
    await city.person('rider'),
    await city.driver(),
    await city.person('fleetadmin'),
  ]
  const links = await Promise.all(people.map((person) => person.connect()))
  const { version } = await admin.call(settingsApi.change, { body: { settings: { appName: 'Live' } } })
  for (const link of links)
    await link.until(() =>
      link.events.some(
        ({ kind, payload }) => kind === 'settings' && (payload as { version: number }).version === version,
      ),
    )
})
