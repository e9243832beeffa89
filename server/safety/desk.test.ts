import { auditApi } from '@remis/domain/audit/audit-api'
import { dashboardApi } from '@remis/domain/dashboard/dashboard-api'
import { safetyApi, safetyDeskApi } from '@remis/domain/safety/safety-api'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { waitFor } from '../testing/actors.ts'
import { cityFor, drives, keyOf, type TestActor } from '../testing/test-city.ts'
import { removeOld } from '../privacy/remove-expired.ts'
import { findBroken } from '../verify/verify.ts'

const { city, db } = await cityFor(import.meta.url)
const [admin, second] = [await city.person('admin'), await city.person('admin')]

const params = (id: string) => ({ params: { id } })
const take = (who: TestActor, id: string) => who.call(safetyDeskApi.take, params(id))
const close = (who: TestActor, id: string, text?: string) =>
  who.call(safetyDeskApi.close, { ...params(id), body: { outcome: 'helped', ...(text === undefined ? {} : { text }) } })
const urgent = async () => (await admin.call(safetyDeskApi.urgent, {})).rows.map(({ id }) => id)

const pressed = async () => {
  const [rider, fleet] = [await city.person('rider'), await city.person('fleetadmin')]
  const driver = await city.driver({ fleetadmin: fleet.id })
  const { id } = await city.book(rider)
  await drives(driver, id).accept()
  const body = { pressedAt: Date.now(), position: null }
  const { alert } = await rider.call(safetyApi.panic, { ...params(id), body })
  return { rider, driver, fleet, booking: id, id: alert.id }
}

describe('the safety desk [design/safety-12]', () => {
  it('an alert is red until an admin acknowledges it, takes notes and is closed with an outcome', async () => {
    const { id } = await pressed()
    expect(await urgent()).toContain(id)
    await take(admin, id)
    expect(await urgent()).not.toContain(id)
    await second.call(safetyDeskApi.note, { ...params(id), body: { text: ' Called the rider ' } })
    const { alert } = await close(second, id, 'All is well')
    expect(alert).toMatchObject({
      state: 'closed',
      takenBy: admin.name,
      closedBy: second.name,
      outcome: 'helped',
    })
    expect(alert.events.map(({ what, by, text }) => [what, by, text])).toEqual([
      ['pressed', alert.name, null],
      ['sent', null, null],
      ['taken', admin.name, null],
      ['note', second.name, 'Called the rider'],
      ['closed', second.name, 'All is well'],
    ])
    expect(await keyOf(take(admin, id))).toBe('alert_closed')
    expect(await keyOf(close(admin, id))).toBe('alert_closed')
    expect(await findBroken(db.lists)).toEqual([])
  })

  it('of two admins at once one acknowledges it, and the other gets the name of that one [design/safety-11]', async () => {
    const { id } = await pressed()
    const answers = await Promise.allSettled([take(admin, id), take(second, id)])
    const refused = answers.filter((one): one is PromiseRejectedResult => one.status === 'rejected')
    expect(refused).toHaveLength(1)
    const first = answers[0]?.status === 'fulfilled' ? admin : second
    expect(refused[0]?.reason).toMatchObject({ key: 'alert_taken', status: 409, extra: { by: first.name } })
    expect((await admin.call(safetyDeskApi.get, params(id))).alert.takenBy).toBe(first.name)
    // the same admin may repeat it
    expect(await keyOf(take(first, id))).toBe('ok')
    expect(
      (await admin.call(safetyDeskApi.get, params(id))).alert.events.filter(({ what }) => what === 'taken'),
    ).toHaveLength(1)
  })

  it('is closed after it was acknowledged only; a note is no empty text', async () => {
    const { id } = await pressed()
    expect(await keyOf(close(admin, id))).toBe('alert_not_taken')
    expect(await keyOf(admin.call(safetyDeskApi.note, { ...params(id), body: { text: '  ' } }))).toBe('invalid_input')
  })

  it('is for admins alone: a fleet admin has no part in it [design/safety-13]', async () => {
    const { id, rider, driver, fleet } = await pressed()
    for (const who of [rider, driver, fleet]) {
      expect(await keyOf(who.call(safetyDeskApi.list, { query: {} }))).toBe('forbidden')
      expect(await keyOf(who.call(safetyDeskApi.get, params(id)))).toBe('forbidden')
      expect(await keyOf(take(who, id))).toBe('forbidden')
    }
    const now = await fleet.call(dashboardApi.now, {})
    expect(now.attention.map(({ kind }) => kind)).not.toContain('panic')
  })

  it('each step is audited without the text of notes', async () => {
    const { id, booking } = await pressed()
    await take(admin, id)
    await admin.call(safetyDeskApi.note, { ...params(id), body: { text: 'Quetzal Street 5' } })
    await close(admin, id)
    const { rows } = await admin.call(auditApi.list, { query: { subject: `booking:${booking}` } })
    expect(rows.map(({ action }) => action)).toEqual(['alert.close', 'alert.note', 'alert.take'])
    expect(JSON.stringify(rows)).not.toContain('Quetzal')
  })

  it('is listed with the most urgent first, found by name and booking', async () => {
    const [one, two] = [await pressed(), await pressed()]
    await take(admin, one.id)
    await sql`update safety_alerts set created_at = created_at + interval '1 hour' where id = ${one.id}`.execute(
      db.request,
    )
    const { rows } = await admin.call(safetyDeskApi.list, { query: { limit: 100 } })
    const place = (id: string) => rows.findIndex((row) => row.id === id)
    expect(place(two.id)).toBeLessThan(place(one.id))
    expect(rows.at(-1)?.state).toBe('closed')
    const search = async (words: string) =>
      (await admin.call(safetyDeskApi.list, { query: { search: words } })).rows.map(({ id }) => id)
    expect(await search(one.booking.toLowerCase())).toEqual([one.id])
    expect(await search(two.rider.name)).toContain(two.id)
    const taken = (await admin.call(safetyDeskApi.list, { query: { state: 'taken' } })).rows
    expect(taken.map(({ id }) => id)).toContain(one.id)
    expect(taken.map(({ id }) => id)).not.toContain(two.id)
  })

  it('hides the numbers of people in demo mode', async () => {
    const { id } = await pressed()
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    const { rider, driver } = (await admin.call(safetyDeskApi.get, params(id))).alert
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
    expect([rider.mobile, driver?.mobile]).toEqual(['Hidden for Demo', 'Hidden for Demo'])
  })

  it('reaches open pages of admins as an event, and the dashboard first of all [design/dashboard-5]', async () => {
    const link = await admin.connect()
    const { booking, id } = await pressed()
    await link.until(() => link.events.some(({ kind, subject }) => kind === 'office' && subject === 'safety'))
    const now = async () => (await admin.call(dashboardApi.now, {})).attention
    const lines = (await now()).filter(({ bookingId }) => bookingId === booking)
    expect(lines).toMatchObject([{ kind: 'panic' }])
    expect((await now())[0]?.kind).toBe('panic')
    expect((await admin.call(dashboardApi.counts, {})).safety).toBeGreaterThan(0)
    await take(admin, id)
    await close(admin, id)
    expect((await now()).filter(({ bookingId, kind }) => bookingId === booking && kind === 'panic')).toEqual([])
    await waitFor(async () => (await urgent()).every((one) => one !== id), 1000)
  })

  it('closed alerts are deleted after a year, with their timeline [design/safety-14]', async () => {
    const [old, young] = [await pressed(), await pressed()]
    for (const { id } of [old, young]) {
      await take(admin, id)
      await close(admin, id)
    }
    const age = (id: string, days: number) =>
      sql`update safety_alerts set closed_at = clock_timestamp() - ${days} * interval '1 day' where id = ${id}`.execute(
        db.request,
      )
    await age(old.id, 366)
    await age(young.id, 364)
    await removeOld(city.server.app)
    expect(await keyOf(admin.call(safetyDeskApi.get, params(old.id)))).toBe('not_found')
    expect(await keyOf(admin.call(safetyDeskApi.get, params(young.id)))).toBe('ok')
  })
})
