import { settingsApi } from '@remis/domain/backoffice/settings-api'
import type { Input } from '@remis/domain/kit/endpoint'
import { noticesApi } from '@remis/domain/notices/notices-api'
import { safetyApi, safetyDeskApi } from '@remis/domain/safety/safety-api'
import { sql } from 'kysely'
import { nowMs } from '../platform/database/db-clock.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { moveBack } from '../testing/move-back.ts'
import { cityFor, drives, keyOf, tripCodeOf, type TestActor } from '../testing/test-city.ts'
import { listStartedTrips } from './question-store.ts'
import { escalateQuestions, makeEscalation, makeTripWatch } from './watch-trips.ts'

const { city, db } = await cityFor(import.meta.url)
const { app } = city.server
const admin = await city.person('admin')

/** 1 km west of the drop, on the way from the pickup, and 5 km beside it. */
const onTheWay = { lat: -34.8998, lng: -56.1788 }
const minute = 60_000

const started = async () => {
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  const { id } = await city.book(rider)
  const drive = drives(driver, id)
  await drive.accept()
  await drive.arriveThere()
  await drive.start(await tripCodeOf(rider, id))
  return { rider, driver, id, drive }
}
type Answer = Input<typeof safetyApi.answer>['body']
type Ride = Awaited<ReturnType<typeof started>>

/** The clock of the database is what the watch reads: fixes are set back instead. */
const fixAgo = ({ driver }: Ride, minutes: number, more: object = {}) => {
  const last = app.lastPositions.get(driver.id)!
  app.lastPositions.put(driver.id, {
    ...last,
    ...onTheWay,
    seq: last.seq + 1,
    ...more,
    at: Date.now() - minutes * minute,
  })
}
const read = (who: TestActor, id: string) => who.call(safetyApi.read, { params: { id } })
const questionOf = async ({ rider, id }: Ride) => (await read(rider, id)).question
const answer = (ride: Ride, question: string, fine: boolean, more: Partial<Answer> = {}) =>
  ride.rider.call(safetyApi.answer, { params: { id: ride.id }, body: { question, fine, position: null, ...more } })
/** The car stood still between the first look, eleven minutes ago, and the second. */
const standStill = async (ride: Ride, watch = makeTripWatch(app)) => {
  fixAgo(ride, 11)
  await watch()
  fixAgo(ride, 0)
  await watch()
  return watch
}
const due = (question: string, minutes = 3) =>
  sql`update safety_questions set asked_at = asked_at - ${minutes} * interval '1 minute' where id = ${question}`.execute(
    db.request,
  )
const alertsOf = async ({ id }: Ride) =>
  (await admin.call(safetyDeskApi.list, { query: { search: id } })).rows.map(({ kind, hint, state }) => [
    kind,
    hint,
    state,
  ])

const rides: Ride[] = []
const ride = async () => {
  const one = await started()
  rides.push(one)
  return one
}
afterEach(async () => {
  for (const { drive } of rides.splice(0)) {
    await drive.reach()
    await drive.receiveCash()
  }
})

describe('a trip that looks unusual [design/safety-20]', () => {
  it('is asked about once, by a notice and on the page of the ride', async () => {
    const one = await ride()
    const watch = await standStill(one)
    const question = await questionOf(one)
    expect(question).toMatchObject({ hint: 'long-stop' })
    await watch()
    await standStill(one)
    expect((await questionOf(one))?.id).toBe(question?.id)
    const { rows } = await one.rider.call(noticesApi.list, { query: {} })
    expect(rows.filter(({ message }) => message === 'notice_safety_question')).toHaveLength(1)
    // the driver does not see the question
    expect((await read(one.driver, one.id)).question).toBe(null)
  })

  it('is asked about after two sweeps of the same millisecond', async () => {
    const one = await ride()
    const now = await nowMs(db.request)
    await standStill(
      one,
      makeTripWatch(app, async (jobs) => ({ ...(await listStartedTrips(jobs)), now })),
    )
    expect(await questionOf(one)).toMatchObject({ hint: 'long-stop' })
  })

  it('far from its way for three minutes', async () => {
    const one = await ride()
    const watch = makeTripWatch(app)
    const away = { lat: onTheWay.lat - 0.05 }
    fixAgo(one, 4, away)
    await watch()
    fixAgo(one, 0, { ...away, lng: onTheWay.lng + 0.01 })
    await watch()
    expect(await questionOf(one)).toMatchObject({ hint: 'off-route' })
  })

  describe('after an outage [design/safety-23]', () => {
    /** Looks at the trips as at these minutes before now, in turn. */
    const watchAt = async (...minutesAgo: number[]) => {
      let ago = 0
      const watch = makeTripWatch(app, async (...args) => {
        const { now, trips } = await listStartedTrips(...args)
        return { now: now - ago * minute, trips }
      })
      for (ago of minutesAgo) await watch()
    }

    it('silence during an outage does not count as silence of the driver’s phone', async () => {
      const one = await ride()
      fixAgo(one, 8)
      await watchAt(8, 7.5, 0.5, 0)
      expect(await questionOf(one)).toBe(null)
      await watchAt(8, 6.5, 5, 3.5, 2, 0.5, 0)
      expect(await questionOf(one)).toMatchObject({ hint: 'phone-gone' })
    })

    it('a stop that began before it is counted again', async () => {
      const one = await ride()
      const watch = makeTripWatch(app, async (...args) => {
        const { now, trips } = await listStartedTrips(...args)
        return { now: now - ago * minute, trips }
      })
      let ago = 11
      fixAgo(one, ago)
      await watch()
      ago = 0
      fixAgo(one, ago)
      await watch()
      expect(await questionOf(one)).toBe(null)
    })
  })

  it('askOnUnusualTrip: off, no rider is asked', async () => {
    const one = await ride()
    await admin.call(settingsApi.change, { body: { settings: { askOnUnusualTrip: false } } })
    await standStill(one)
    expect(await questionOf(one)).toBe(null)
    await admin.call(settingsApi.change, { body: { settings: { askOnUnusualTrip: true } } })
    await standStill(one)
    expect(await questionOf(one)).not.toBe(null)
  })

  it('is not asked about while there is an alert', async () => {
    const one = await ride()
    await one.driver.call(safetyApi.panic, { params: { id: one.id }, body: { pressedAt: Date.now(), position: null } })
    await standStill(one)
    expect(await questionOf(one)).toBe(null)
  })
})

describe('the answer [design/safety-21]', () => {
  it('that all is well ends the question, and the next one comes after a while', async () => {
    const one = await ride()
    await standStill(one)
    const { id = '' } = (await questionOf(one)) ?? {}
    expect(await answer(one, id, true)).toEqual({ alert: null })
    expect(await questionOf(one)).toBe(null)
    await standStill(one)
    expect(await questionOf(one)).toBe(null)
    await due(id, 21)
    await standStill(one)
    expect(await questionOf(one)).not.toBe(null)
    expect(await alertsOf(one)).toEqual([])
  })

  it('that help is needed is a red alert', async () => {
    const one = await ride()
    await standStill(one)
    const { id = '' } = (await questionOf(one)) ?? {}
    expect((await answer(one, id, false)).alert).not.toBe(null)
    expect(await alertsOf(one)).toEqual([['help', 'long-stop', 'open']])
    expect((await admin.call(safetyDeskApi.urgent, {})).rows.map(({ bookingId }) => bookingId)).toContain(one.id)
  })

  it('that help is needed takes the position that the phone finds later, as one press of at most 30', async () => {
    const one = await ride()
    await standStill(one)
    const { id: question = '' } = (await questionOf(one)) ?? {}
    await moveBack(city, one.id, 1)
    const pressedAt = Date.now() - 8000
    const { alert } = await answer(one, question, false, { pressedAt })
    const params = { id: alert?.id ?? '' }
    await answer(one, question, false, { pressedAt, position: { ...onTheWay, accuracy: 5, at: Date.now() } })
    const seen = (await admin.call(safetyDeskApi.get, { params })).alert
    expect(seen).toMatchObject({ pressedAt, claimed: { lat: onTheWay.lat } })
    expect(seen.events.map(({ what }) => what)).toEqual(['pressed', 'sent', 'position'])
    await sql`update safety_alerts set presses = 30 where id = ${params.id}`.execute(db.request)
    await answer(one, question, false)
    const { rows } = await sql<{ presses: number }>`select presses from safety_alerts where id = ${params.id}`.execute(
      db.request,
    )
    expect(rows).toEqual([{ presses: 30 }])
  })

  it('of another question or another person is none', async () => {
    const [one, two] = [await ride(), await ride()]
    await standStill(one)
    const { id = '' } = (await questionOf(one)) ?? {}
    expect(await keyOf(answer(two, id, false))).toBe('not_found')
    expect(await keyOf(answer({ ...one, rider: two.rider }, id, false))).toBe('not_found')
    expect(await alertsOf(one)).toEqual([])
  })
})

describe('no answer in three minutes [design/safety-22]', () => {
  it('raises an alert only 30 s after a start or an outage [design/safety-23]', async () => {
    const one = await ride()
    await standStill(one)
    const { id = '' } = (await questionOf(one)) ?? {}
    await due(id)
    let passed = 0
    const turn = makeEscalation(app, async (db) => (await nowMs(db)) + passed * 1000)
    const turnsAfter = async (...seconds: number[]) => {
      for (const more of seconds) {
        passed += more
        await turn()
      }
      return alertsOf(one)
    }
    expect(await turnsAfter(0, 10, 10)).toEqual([])
    expect(await turnsAfter(600, 10, 15)).toEqual([])
    expect(await turnsAfter(10)).toEqual([['unanswered', 'long-stop', 'open']])
  })

  it('is an alert of lower priority; asking for help later makes it red, also when it was acknowledged', async () => {
    const one = await ride()
    await standStill(one)
    const { id = '' } = (await questionOf(one)) ?? {}
    await escalateQuestions(app)
    expect(await alertsOf(one)).toEqual([])
    await due(id)
    await escalateQuestions(app)
    await escalateQuestions(app)
    expect(await alertsOf(one)).toEqual([['unanswered', 'long-stop', 'open']])
    expect((await admin.call(safetyDeskApi.urgent, {})).rows.map(({ bookingId }) => bookingId)).not.toContain(one.id)
    // a rider who opens the page now can still answer
    expect((await questionOf(one))?.id).toBe(id)
    const [row] = (await admin.call(safetyDeskApi.list, { query: { search: one.id } })).rows
    await admin.call(safetyDeskApi.take, { params: { id: row?.id ?? '' } })
    await answer(one, id, false)
    const { alert } = await admin.call(safetyDeskApi.get, { params: { id: row?.id ?? '' } })
    expect(alert).toMatchObject({ kind: 'help', state: 'open', takenBy: null })
    expect(await questionOf(one)).toBe(null)
    expect(alert.events.map(({ what }) => what)).toEqual(['unanswered', 'taken', 'pressed', 'sent'])
  })

  it('answered late that all is well is a line in the timeline; the office closes it', async () => {
    const one = await ride()
    await standStill(one)
    const { id = '' } = (await questionOf(one)) ?? {}
    await due(id)
    await escalateQuestions(app)
    await answer(one, id, true)
    await answer(one, id, true)
    expect(await questionOf(one)).toBe(null)
    const [row] = (await admin.call(safetyDeskApi.list, { query: { search: one.id } })).rows
    const { alert } = await admin.call(safetyDeskApi.get, { params: { id: row?.id ?? '' } })
    expect(alert.events.map(({ what }) => what)).toEqual(['unanswered', 'fine'])
    expect(alert.state).toBe('open')
  })

  it('is nothing once the trip has ended', async () => {
    const one = await started()
    await standStill(one)
    const { id = '' } = (await questionOf(one)) ?? {}
    await due(id)
    await one.drive.reach()
    await escalateQuestions(app)
    expect(await alertsOf(one)).toEqual([])
    await one.drive.receiveCash()
  })
})
