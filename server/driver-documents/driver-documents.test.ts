import { randomUUID } from 'node:crypto'
import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { peopleApi } from '@remis/domain/people/people-api'
import type { DocumentKindName } from '@remis/domain/driver-documents/document-kinds'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { driverDocumentsApi } from '@remis/domain/driver-documents/driver-documents-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sweepSearches } from '../testing/let-pass.ts'
import { actorOf } from '../testing/actors.ts'
import { cityFor, drives, keyOf, tripCodeOf } from '../testing/test-city.ts'
import { followZone } from './follow-zone.ts'
import { far, papersOf } from './documents-fixture.ts'
import { deleteOldDocuments, remindOfDocuments } from './remind-of-documents.ts'

const { city, db: database } = await cityFor(import.meta.url)
const { request: db } = database
const admin = await city.person('admin')
const api = driverDocumentsApi
const { upload, read, handIn, handInAll, latestOf, decide, decideAll, acceptAll, vehicle, applicant } = papersOf(
  city,
  admin,
)
const mailsOf = async (id: string) =>
  (
    await sql<{ template: string }>`select template from mail_queue where user_id = ${id} order by created_at`.execute(
      db,
    )
  ).rows.map(({ template }) => template)

describe('an application [design/documents-5] [design/documents-6] [design/documents-7]', () => {
  it('before the approval a driver reaches the application and nothing else [accounts-20]', async () => {
    const driver = await applicant()
    const password = 'abc*1234'
    const open = actorOf(city.server.url, undefined)
    expect(await keyOf(open.call(accountsApi.signIn, { body: { email: driver.email, password } }))).toBe(
      'require_approval',
    )
    expect(await read(driver)).toMatchObject({ state: 'open', approved: false, paused: false })
    const calls = [
      () => driver.call(dispatchApi.day, {}),
      () => driver.call(dispatchApi.goOnline, { body: { online: true } }),
      () => driver.call(accountsApi.current, {}),
    ]
    for (const refused of calls) expect(await keyOf(refused())).toBe('not_logged_in')
    expect(await keyOf(driver.call(accountsApi.signOut, {}))).toBe('ok')
  })

  it('goes from vehicle and documents over a refusal and an appeal to the approval', async () => {
    const driver = await applicant()
    const send = (appeal?: string) => keyOf(driver.call(api.send, { body: appeal === undefined ? {} : { appeal } }))
    expect((await read(driver)).missing).toEqual([
      'carTypeId',
      'vehicleMake',
      'vehicleModel',
      'vehicleNumber',
      'drivingLicence',
      'vehicleRegistration',
      'insurance',
    ])
    expect(await send()).toBe('application_incomplete')
    await driver.call(api.setVehicle, { body: vehicle() })
    await handInAll(driver)
    expect(await keyOf(decideAll(driver.id, { approve: true }))).toBe('application_not_sent')
    expect(await send()).toBe('ok')
    expect(await send()).toBe('application_sent')
    expect(await keyOf(driver.call(api.setVehicle, { body: vehicle() }))).toBe('application_sent')
    expect(await keyOf(decideAll(driver.id, { approve: true }))).toBe('application_incomplete')
    expect(await keyOf(decideAll(driver.id, { approve: false }))).toBe('reason_needed')
    await decideAll(driver.id, { approve: false, reason: 'The picture is dark.' })
    expect(await read(driver)).toMatchObject({ state: 'refused', reason: 'The picture is dark.' })
    expect(await send()).toBe('application_unchanged')
    expect(await send('It is readable.')).toBe('ok')
    await acceptAll(driver.id, driver)
    await decideAll(driver.id, { approve: true })
    expect(await read(driver)).toMatchObject({ state: 'approved', approved: true, appeal: 'It is readable.' })
    expect(await mailsOf(driver.id)).toEqual(expect.arrayContaining(['driver_refused', 'driver_approved']))
    const { rows } = await sql<{ action: string }>`select action from audit_log where subject = ${`user:${driver.id}`}
      order by id`.execute(db)
    expect(rows.map(({ action }) => action)).toEqual([
      'driver.apply',
      'driver.refuse',
      'driver.apply',
      'driver.document.accept',
      'driver.document.accept',
      'driver.document.accept',
      'driver.approve',
    ])
    expect((await driver.call(dispatchApi.day, {})).hint).toBe(null)
  })

  it('a new document after a refusal is reason enough to send it again', async () => {
    const driver = await applicant()
    await driver.call(api.setVehicle, { body: vehicle() })
    await handInAll(driver)
    await driver.call(api.send, { body: {} })
    await decideAll(driver.id, { approve: false, reason: 'The insurance ends too early.' })
    await handIn(driver, 'insurance', far)
    expect(await keyOf(driver.call(api.send, { body: {} }))).toBe('ok')
  })

  it('keeps the notes on the vehicle that the office wrote when the driver saves it [design/documents-15]', async () => {
    const driver = await applicant()
    await admin.call(peopleApi.update, { params: { id: driver.id }, body: { other_info: 'Has a child seat' } })
    const saved = await driver.call(api.setVehicle, { body: vehicle() })
    expect(saved.application.vehicle).toMatchObject({ ...vehicle(), other_info: 'Has a child seat' })
    const cleared = await driver.call(api.setVehicle, { body: { ...vehicle(), other_info: '' } })
    expect(cleared.application.vehicle.other_info).toBe(null)
  })

  it('reaches open pages of admins and of the fleet admin of the driver as an event at each step, and of no one else [design/documents-6]', async () => {
    const driver = await applicant()
    const [own, other] = [await city.person('fleetadmin'), await city.person('fleetadmin')]
    await sql`update users set fleetadmin = ${own.id} where id = ${driver.id}`.execute(db)
    const [office, fleet, stranger] = await Promise.all([admin, own, other].map((one) => one.connect()))
    const told = () => office!.events.filter(({ kind, subject }) => kind === 'office' && subject === 'documents').length
    const steps = [
      () => driver.call(api.setVehicle, { body: vehicle() }),
      () => handIn(driver, 'insurance', far),
      () => handIn(driver, 'drivingLicence', far),
      () => handIn(driver, 'vehicleRegistration'),
      () => driver.call(api.send, { body: {} }),
      async () => decide(driver.id, await latestOf(driver, 'insurance'), { accept: false, reason: 'It is dark.' }),
      () => decideAll(driver.id, { approve: false, reason: 'The insurance cannot be read.' }),
    ]
    for (const step of steps) {
      const before = told()
      await step()
      await office!.until(() => told() === before + 1)
    }
    await fleet!.until(() => fleet!.events.filter(({ kind }) => kind === 'office').length === steps.length)
    expect(stranger!.events.filter(({ kind }) => kind === 'office')).toEqual([])
  })
})

describe('documents [design/documents-2] [design/documents-3] [design/documents-4]', () => {
  it.each<[string, string | undefined, string]>([
    ['no last day', undefined, 'document_date_needed'],
    ['a day that does not exist', '2031-02-30', 'document_date_needed'],
    ['a past day', '2020-01-01', 'document_has_expired'],
    ['a day in a century', '2199-01-01', 'document_date_needed'],
  ])('refuses %s and leaves the file loose', async (_what, expiresOn, key) => {
    const driver = await city.driver()
    expect(await keyOf(handIn(driver, 'insurance', expiresOn))).toBe(key)
    expect((await read(driver)).documents.every(({ latest }) => latest === null)).toBe(true)
  })

  it('takes no file of another person, and no file twice', async () => {
    const [one, two] = [await city.driver(), await city.driver()]
    const body = { kind: 'vehicleRegistration' as const, file: await upload(one) }
    expect(await keyOf(two.call(api.handIn, { body }))).toBe('file_not_found')
    expect(await keyOf(one.call(api.handIn, { body }))).toBe('ok')
    expect(await keyOf(one.call(api.handIn, { body: { ...body } }))).toBe('file_not_found')
    expect(await keyOf(one.call(api.handIn, { body: { ...body, file: randomUUID() } }))).toBe('file_not_found')
  })

  it('keeps the accepted one valid until the new one is decided; two decisions on one document: the second is refused', async () => {
    const driver = await city.driver()
    await handIn(driver, 'insurance', '2050-01-01')
    const first = await latestOf(driver, 'insurance')
    const answers = await Promise.all([
      keyOf(decide(driver.id, first, { accept: true })),
      keyOf(decide(driver.id, first, { accept: false, reason: 'Dark' })),
    ])
    expect(answers.filter((key) => key === 'ok')).toHaveLength(1)
    expect(answers).toContain('document_decided')
    await sql`update driver_documents set state = 'accepted', reason = '' where id = ${first}`.execute(db)
    const renewed = await handIn(driver, 'insurance', far)
    const slot = renewed.documents.find(({ kind }) => kind === 'insurance')
    expect([slot?.accepted?.id, slot?.latest?.state]).toEqual([first, 'waiting'])
    await decide(driver.id, slot?.latest?.id ?? '', { accept: true, expiresOn: '2055-05-05' })
    const after = (await read(driver)).documents.find(({ kind }) => kind === 'insurance')
    expect([after?.accepted?.expiresOn, after?.latest]).toEqual(['2055-05-05', null])
  })

  it('names the refused document in the notice of an approved driver [design/documents-4]', async () => {
    const driver = await city.driver()
    await handIn(driver, 'insurance', far)
    await decide(driver.id, await latestOf(driver, 'insurance'), { accept: false, reason: 'Dark' })
    const { rows } = await sql<{ message: string; params: object }>`
      select message, params from notices where user_id = ${driver.id}`.execute(db)
    expect(rows).toEqual([{ message: 'notice_document_refused', params: { document: 'insurance', reason: 'Dark' } }])
  })

  it('releases the pictures of old documents', async () => {
    const driver = await city.driver()
    await handIn(driver, 'vehicleRegistration')
    await handIn(driver, 'vehicleRegistration')
    await sql`update driver_documents set decided_at = decided_at - interval '91 days' where driver_id = ${driver.id}
      and state = 'replaced'`.execute(db)
    await deleteOldDocuments(city.server.app)
    const { rows } = await sql<{ loose: boolean }>`select loose_since is not null as loose from files
      where owner_id = ${driver.id} order by created_at`.execute(db)
    expect(rows.map(({ loose }) => loose)).toEqual([true, false])
  })

  it('keeps an accepted one 90 days after it was replaced, however old its decision is [design/documents-8]', async () => {
    const driver = await insured()
    const accepted = (await read(driver)).documents.find(({ kind }) => kind === 'insurance')?.accepted?.id
    await sql`update driver_documents set decided_at = decided_at - interval '1 year' where id = ${accepted}`.execute(
      db,
    )
    await handIn(driver, 'insurance', far)
    await decide(driver.id, await latestOf(driver, 'insurance'), { accept: true })
    const isKept = async () => {
      await deleteOldDocuments(city.server.app)
      const { rows } = await sql`select from driver_documents where id = ${accepted}`.execute(db)
      return rows.length === 1
    }
    const passDays = (days: number) =>
      sql`update driver_documents set decided_at = decided_at - ${days} * interval '1 day' where id = ${accepted}`.execute(
        db,
      )
    expect(await isKept()).toBe(true)
    await passDays(89)
    expect(await isKept()).toBe(true)
    await passDays(2)
    expect(await isKept()).toBe(false)
  })
})

/** Moves the end of a driver's documents to this many days from now. */
const endIn = async (driver: string, days: number) => {
  await sql`update driver_documents set expires_at = clock_timestamp() + ${days} * interval '1 day'
    where driver_id = ${driver} and state = 'accepted' and kind = 'insurance'`.execute(db)
  await sql`update users set documents_until = clock_timestamp() + ${days} * interval '1 day' where id = ${driver}`.execute(
    db,
  )
}
const insured = async () => {
  const driver = await city.driver()
  await handIn(driver, 'insurance', far)
  await decide(driver.id, await latestOf(driver, 'insurance'), { accept: true })
  return driver
}

describe('the end of a document [design/documents-9] [design/documents-10]', () => {
  it('reminds once each at 30, 7 and 1 days, and says when it has ended', async () => {
    const driver = await insured()
    const seen = async () => {
      await remindOfDocuments(city.server.app)
      const { rows } = await sql<{ message: string }>`select message from notices where user_id = ${driver.id}
        order by created_at`.execute(db)
      return [rows.map(({ message }) => message.replace('notice_document_', '')), (await mailsOf(driver.id)).length]
    }
    const counts = []
    for (const days of [31, 29.5, 20, 6.5, 6, 0.5, -0.1, -3]) {
      await endIn(driver.id, days)
      counts.push(await seen())
    }
    const e = 'expiring'
    expect(counts).toEqual([
      [[], 0],
      [[e], 1],
      [[e], 1],
      [[e, e], 2],
      [[e, e], 2],
      [[e, e, e], 3],
      [[e, e, e, 'ended'], 3],
      [[e, e, e, 'ended'], 3],
    ])
  })

  it('the mail warns that trips end only if the expired document pauses the driver [design/documents-9]', async () => {
    const mailsAbout = async (kind: DocumentKindName, carType = city.economy) => {
      const driver = await city.driver()
      await handIn(driver, kind, far)
      await decide(driver.id, await latestOf(driver, kind), { accept: true })
      await sql`update users set car_type_id = ${carType} where id = ${driver.id}`.execute(db)
      await sql`update driver_documents set expires_at = clock_timestamp() + interval '5 days'
        where driver_id = ${driver.id}`.execute(db)
      await remindOfDocuments(city.server.app)
      return mailsOf(driver.id)
    }
    expect(await mailsAbout('insurance')).toEqual(['document_pausing'])
    expect(await mailsAbout('inspection')).toEqual(['document_expiring'])
    const { image } = await db
      .selectFrom('car_types')
      .select('image')
      .where('id', '=', city.comfort)
      .executeTakeFirstOrThrow()
    await sql`update car_types set image = 'bicycle' where id = ${city.comfort}`.execute(db)
    expect(await mailsAbout('insurance', city.comfort)).toEqual(['document_expiring'])
    await sql`update car_types set image = ${image} where id = ${city.comfort}`.execute(db)
    await city.server.app.settings.change({ pauseExpiredDrivers: false }, null)
    expect(await mailsAbout('insurance')).toEqual(['document_expiring'])
    await city.server.app.settings.change({ pauseExpiredDrivers: true }, null)
  })

  it('names the document and its last day in the notice, for the reader to format', async () => {
    const driver = await insured()
    await endIn(driver.id, 5)
    await remindOfDocuments(city.server.app)
    const { rows } = await sql<{ params: object; last: number }>`
      select n.params, (extract(epoch from d.expires_at) * 1000)::float8 - 1 as last from notices n
      join driver_documents d on d.driver_id = n.user_id and d.kind = 'insurance' where n.user_id = ${driver.id}`.execute(
      db,
    )
    expect(rows[0]?.params).toEqual({ document: 'insurance', date: expect.closeTo(rows[0]!.last, -1) as number })
  })

  it('reminds of a document also where the reminder of an earlier one always fails', async () => {
    const [failing, other] = [await insured(), await insured()]
    await endIn(failing.id, 5)
    await endIn(other.id, 6)
    const { app } = city.server
    const notify: typeof app.notify = (tx, drafts) =>
      drafts.some(({ user }) => user === failing.id) ? Promise.reject(new Error('it fails')) : app.notify(tx, drafts)
    await remindOfDocuments({ ...app, notify }, 1)
    expect([(await mailsOf(failing.id)).length, (await mailsOf(other.id)).length]).toEqual([0, 1])
    await remindOfDocuments(app)
    expect([(await mailsOf(failing.id)).length, (await mailsOf(other.id)).length]).toEqual([1, 1])
  })

  it('pauses: no offers, with the reason in the dispatch record, no going online; a new accepted one ends it', async () => {
    const driver = await insured()
    await endIn(driver.id, -1)
    const rider = await city.person('rider')
    await city.driver()
    const booking = await city.book(rider)
    await sweepSearches(city.server.app)
    const { records } = await admin.call(dispatchApi.ofBooking, { params: { id: booking.id } })
    const reasons = records.flatMap(({ considered }) => considered).filter((one) => one.driver === driver.id)
    expect(new Set(reasons.map(({ reason }) => reason))).toEqual(new Set(['documents-expired']))
    expect(await keyOf(driver.call(dispatchApi.goOnline, { body: { online: true } }))).toBe('documents_expired')
    expect((await driver.call(dispatchApi.day, {})).hint).toBe('documents-expired')
    expect((await read(driver)).paused).toBe(true)
    await city.server.app.settings.change({ pauseExpiredDrivers: false }, null)
    expect((await driver.call(dispatchApi.day, {})).hint).not.toBe('documents-expired')
    await city.server.app.settings.change({ pauseExpiredDrivers: true }, null)
    await handIn(driver, 'insurance', far)
    await decide(driver.id, await latestOf(driver, 'insurance'), { accept: true })
    expect(await keyOf(driver.call(dispatchApi.goOnline, { body: { online: true } }))).toBe('ok')
  })

  it('follows the time zone of the settings [design/documents-16]', async () => {
    const [driver, other] = [await insured(), await insured()]
    const { settings } = city.server.app
    const { timezone } = await settings.current()
    const ends = async () =>
      (
        await sql<{ document: number; person: number }>`select d.expires_at as document, u.documents_until as person
          from users u join driver_documents d on d.driver_id = u.id where u.id in (${driver.id}, ${other.id})`.execute(
          db,
        )
      ).rows
    const before = await ends()
    await settings.change({ timezone: 'Asia/Tokyo' }, null)
    await followZone(city.server.app, 1)
    const inTokyo = Date.parse('2061-01-01T00:00:00+09:00')
    expect(await ends()).toEqual([inTokyo, inTokyo].map((at) => ({ document: at, person: at })))
    await settings.change({ timezone }, null)
    await followZone(city.server.app, 1)
    expect(await ends()).toEqual(before)
  })

  it('never ends a trip that runs: it goes on to its payment, and only the next accept is refused', async () => {
    await sql`update users set driver_active_status = false where usertype = 'driver'`.execute(db)
    const driver = await insured()
    const rider = await city.person('rider')
    const booking = await city.book(rider)
    await drives(driver, booking.id).accept()
    await endIn(driver.id, -1)
    await drives(driver, booking.id).arriveThere()
    await drives(driver, booking.id).start(await tripCodeOf(rider, booking.id))
    await drives(driver, booking.id).reach()
    const { booking: paid } = await drives(driver, booking.id).receiveCash()
    expect(paid.status).toBe('PAID')
    const other = await city.driver()
    const next = await city.book(rider)
    await sweepSearches(city.server.app)
    expect(JSON.stringify(await driver.call(dispatchApi.offers, {}))).not.toContain(next.id)
    expect((await other.call(bookingsApi.accept, { params: { id: next.id }, body: {} })).booking.status).toBe(
      'ACCEPTED',
    )
  })
})
