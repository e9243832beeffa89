import { randomBytes, randomUUID } from 'node:crypto'
import { accountDataApi } from '@remis/domain/privacy/account-data-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { firstLanguages } from '@remis/domain/texts/built-in-languages'
import { sendNotices } from '../../notices/send-notices.ts'
import { provideLanguages } from '../../backoffice/languages/provide-languages.ts'
import { waitFor } from '../../testing/actors.ts'
import { credit, driveToDrop, emptyStreets } from '../../testing/money.ts'
import { queuedMails } from '../../testing/mail/queued-mails.ts'
import { moveBack } from '../../testing/move-back.ts'
import { drives, keyOf, openCity, type City, type TestActor } from '../../testing/test-city.ts'
import { databaseFor, patientLimits } from '../../testing/test-database.ts'
import { connectDatabase } from '../../platform/database/database.ts'
import { createLogger } from '../../platform/runtime/logger.ts'
import { takeUp } from './export-store.ts'
import { makeExports } from './make-export.ts'
import { partNames } from './personal-records.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City

beforeAll(async () => {
  city = await openCity(database)
  await db.transact((tx) => provideLanguages(tx, firstLanguages, 'taxi'))
})
beforeEach(() => emptyStreets(city))

const home = { lat: -34.8938, lng: -56.1664, add: '<b>Kolibriweg</b> 77, Montevideo' }
/** the rider's words follow the map's address [design/access-86] */
const shownHome = { ...home, add: `Terminal Tres Cruces, Montevideo (“${home.add}”)` }
const request = (who: TestActor, language?: string) =>
  who.call(accountDataApi.requestExport, { body: language === undefined ? {} : { language } })
const state = async (who: TestActor) => (await who.call(accountDataApi.read, {})).export
const sweep = () => makeExports(city.server.app)
const download = (who: TestActor) =>
  fetch(`${city.server.url}/api/account-data/file`, { headers: { authorization: `Bearer ${who.token}` } })
const filesOf = async (who: TestActor) => {
  const answer = await download(who)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}
const rename = (who: TestActor, first: string, last: string) =>
  sql`update users set first_name = ${first}, last_name = ${last} where id = ${who.id}`.execute(db.request)

const ride = async (rider: TestActor, driver: TestActor) => {
  const { id } = await city.book(rider, await city.quote(rider, { drop: home }))
  await driveToDrop(rider, driver, id)
  await drives(driver, id).receiveCash()
  await rider.call(bookingsApi.rate, { params: { id }, body: { rating: 2, feedback: 'Drove too fast' } })
  return id
}

const addInsurance = async (owner: string, state: string, bytes: string) => {
  const file = randomUUID()
  const name = randomBytes(16).toString('hex')
  await city.server.app.storage.write(name, Buffer.from(bytes))
  await sql`insert into files (id, owner_id, kind, name, bytes, loose_since)
    values (${file}, ${owner}, 'driverDocument', ${name}, 10, null)`.execute(db.request)
  await sql`insert into driver_documents (id, driver_id, kind, file_id, state, reason, expires_on, expires_at)
    values (gen_random_uuid(), ${owner}, 'insurance', ${file}, ${state}, 'Unreadable', '2060-12-31', '2061-01-01')`.execute(
    db.request,
  )
  return file
}

describe('an export of the data of an account [design/privacy-30]', () => {
  it('holds one person’s data as JSON and as a page in the chosen language', async () => {
    const [rider, driver, other] = [await city.person('rider'), await city.driver(), await city.person('rider')]
    await rename(rider, 'Ana', 'Quetzal')
    await rename(other, 'Berta', 'Colibri')
    await rename(driver, 'Dario', 'Turpial')
    await credit(db, rider, 25)
    const id = await ride(rider, driver)
    await city.book(other)
    expect(await state(rider)).toBe(null)
    const { export: asked } = await request(rider, 'ar')
    expect(asked).toMatchObject({ state: 'waiting', progress: 0, size: null, expiresAt: null })
    const early = await download(rider)
    expect([early.status, await early.json()]).toMatchObject([404, { error: { key: 'export_over' } }])
    await sweep()
    const ready = await state(rider)
    expect(ready).toMatchObject({ state: 'ready', progress: 100 })
    expect(await queuedMails(db.request, rider.id)).toEqual(['export_ready'])
    expect(Math.round(((ready?.expiresAt ?? 0) - Date.now()) / 3_600_000)).toBe(24)

    const files = await filesOf(rider)
    const ofRiders = partNames.filter((name) => name !== 'documents').map((name) => `${name}.json`)
    expect(Object.keys(files).toSorted()).toEqual(['index.html', ...ofRiders].toSorted())
    const rows = (name: string) => JSON.parse(files[`${name}.json`] ?? '') as Record<string, unknown>[]
    expect(rows('account')).toMatchObject([{ firstName: 'Ana', lastName: 'Quetzal', walletBalance: 25 }])
    expect(rows('bookings')).toMatchObject([{ id, drop: shownHome, driver_name: 'Dario Turpial', trip_cost: 138 }])
    expect(rows('wallet')).toMatchObject([{ kind: 'admin-credit', amount: 25, type: 'Credit' }])
    expect(rows('ratings_given')).toMatchObject([{ bookingId: id, rate: 2, comment: 'Drove too fast' }])
    expect(rows('places')).toMatchObject([{ description: shownHome.add }])
    expect(rows('notices').length).toBeGreaterThan(2)
    expect(rows('sessions')).toHaveLength(1)
    const page = files['index.html'] ?? ''
    expect(page).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/)
    expect(page).toContain('&lt;b&gt;Kolibriweg')
    expect(page).not.toMatch(/<script|<b>|https?:|data_\w+|notice_/)
    const bytes = JSON.stringify(files)
    for (const secret of ['Colibri', 'driver_share', 'convenience_fees', 'token_hash', 'code_hash'])
      expect(bytes).not.toContain(secret)
  })

  it('of a driver names riders as the app does: initials a day after the trip, no comments', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    await rename(rider, 'Ana', 'Quetzal')
    const id = await ride(rider, driver)
    const about = {
      user: driver.id,
      message: 'notice_document_expiring',
      screen: 'documents',
      bookingId: null,
    } as const
    await db.transact((tx) =>
      sendNotices(tx, [
        { ...about, params: { document: 'insurance', date: Date.UTC(2030, 2, 10, 12) } },
        // of an earlier version
        { ...about, params: { date: '2030-03-10' } },
      ]),
    )
    await moveBack(city, id, 25 * 60)
    await sql`update notices set created_at = created_at - interval '25 hours'`.execute(db.request)
    await request(driver)
    await sweep()
    const files = await filesOf(driver)
    const bytes = JSON.stringify(files)
    expect(bytes).toContain('A. Q.')
    for (const secret of ['Quetzal', 'Drove too fast', ' 77,']) expect(bytes).not.toContain(secret)
    expect(files['index.html']).toContain('lang="en" dir="ltr"')
    expect(files['index.html']).toContain('Insurance: valid until 10 Mar 2030.')
    expect(files['index.html']).toContain('One of your documents: valid until 2030-03-10.')
    expect(JSON.parse(files['ratings_received.json'] ?? '')).toMatchObject([{ bookingId: id, rate: 2 }])
  })

  it('of a driver has the documents, the application and the pictures of the person and of no one else [design/privacy-32]', async () => {
    const [driver, other] = [await city.driver(), await city.driver()]
    const refused = await addInsurance(driver.id, 'refused', 'first picture')
    const accepted = await addInsurance(driver.id, 'accepted', 'second picture')
    await addInsurance(other.id, 'accepted', 'foreign picture')
    await sql`insert into driver_applications (driver_id, state, sent_at, appeal)
      values (${driver.id}, 'sent', clock_timestamp(), 'It can be read')`.execute(db.request)
    await request(driver)
    await sweep()
    const files = await filesOf(driver)
    expect(JSON.parse(files['documents.json'] ?? '')).toMatchObject([
      { kind: 'insurance', state: 'refused', reason: 'Unreadable', picture: `pictures/${refused}.jpg` },
      { kind: 'insurance', state: 'accepted', expiresOn: '2060-12-31', picture: `pictures/${accepted}.jpg` },
    ])
    expect(files[`pictures/${refused}.jpg`]).toBe('first picture')
    expect(files[`pictures/${accepted}.jpg`]).toBe('second picture')
    expect(Object.keys(files).filter((name) => name.startsWith('pictures/'))).toHaveLength(2)
    expect(JSON.stringify(files)).not.toContain('foreign picture')
    expect(JSON.parse(files['account.json'] ?? '')).toMatchObject([{ application: { appeal: 'It can be read' } }])
    expect(files['index.html']).toContain('Insurance')
    expect(files['index.html']).not.toMatch(/data_\w+|document_\w+/)
  })

  it('of a former driver has bookings and documents of both roles, by the view of each side [design/privacy-38]', async () => {
    const [person, passenger, driver] = [await city.driver(), await city.person('rider'), await city.driver()]
    await rename(person, 'Ana', 'Quetzal')
    await rename(passenger, 'Berta', 'Colibri')
    const become = (role: string) =>
      sql`update users set usertype = ${role} where id = ${person.id}`.execute(db.request)
    const driven = await ride(passenger, person)
    await moveBack(city, driven, 25 * 60)
    await addInsurance(person.id, 'waiting', 'a picture')
    await sql`update users set vehicle_number = 'SAB 4711' where id = ${person.id}`.execute(db.request)
    const ridden = await ride(passenger, driver)
    await sql`update bookings set customer = ${person.id}, customer_name = 'Ana Quetzal' where id = ${ridden}`.execute(
      db.request,
    )
    for (const role of ['rider', 'admin']) {
      await request(person)
      await become(role)
      await sweep()
      await become('driver')
      const files = await filesOf(person)
      const rows = (name: string) => JSON.parse(files[`${name}.json`] ?? '') as Record<string, unknown>[]
      expect(rows('bookings').map((row) => [row['id'], row['customer_name']])).toEqual([
        [ridden, 'Ana Quetzal'],
        [driven, 'B. C.'],
      ])
      expect(rows('documents')).toMatchObject([{ kind: 'insurance' }])
      expect(rows('account')).toMatchObject([{ vehicleNumber: 'SAB 4711' }])
      expect(JSON.stringify(files)).not.toContain('Colibri')
    }
  })

  it('of many photos of bookings holds the newest that fit, and says how many are left out [design/privacy-33]', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const booking = await ride(rider, driver)
    const add = async (kind: string, bookingId: string | null, minutesAgo: number) => {
      const [file, name] = [randomUUID(), randomBytes(16).toString('hex')]
      await city.server.app.storage.write(name, Buffer.from(kind))
      await sql`insert into files (id, owner_id, kind, booking_id, name, bytes, created_at, loose_since) values (${file},
        ${rider.id}, ${kind}, ${bookingId}, ${name}, 10, clock_timestamp() - ${minutesAgo} * interval '1 minute', null)`.execute(
        db.request,
      )
      return `pictures/${file}.jpg`
    }
    const own = await add('profileImage', null, 9)
    const photos: string[] = []
    for (const minutesAgo of [2, 4, 3, 1]) photos.push(await add('chat_image', booking, minutesAgo))
    await request(rider, 'en')
    const { config } = city.server.app
    const files = { ...config.limits.files, exportedBytes: 25 }
    await makeExports({ ...city.server.app, config: { ...config, limits: { ...config.limits, files } } })
    await sql`delete from files where owner_id = ${rider.id}`.execute(db.request)
    const exported = await filesOf(rider)
    const pictures = Object.keys(exported).filter((name) => name.startsWith('pictures/'))
    expect(new Set(pictures)).toEqual(new Set([own, photos[0], photos[3]]))
    expect(exported['index.html']).toContain('<p>Older photos left out because the file would be too large: 2</p>')
  })

  it('is stored although it takes longer than the limit of calls [design/data-88]', async () => {
    const rider = await city.person('rider')
    await request(rider)
    await sql`create function slow_down() returns trigger language plpgsql as
        $$ begin perform pg_sleep(0.4); return new; end $$`.execute(db.jobs)
    await sql`create trigger wait before update of file on data_exports for each row execute function slow_down()`.execute(
      db.jobs,
    )
    const limits = { ...patientLimits, statementMs: 200 }
    const hurried = connectDatabase({ connection: database.connection, limits, log: createLogger('silent') })
    try {
      await makeExports({ ...city.server.app, db: hurried })
    } finally {
      await hurried.close()
      await sql`drop function slow_down cascade`.execute(db.jobs)
    }
    expect(await state(rider)).toMatchObject({ state: 'ready' })
    expect((await filesOf(rider))['index.html']).not.toContain('left out')
  })

  it('is for its owner only, for 24 hours', async () => {
    const [rider, other] = [await city.person('rider'), await city.person('rider')]
    await request(rider)
    await sweep()
    expect((await download(other)).status).toBe(404)
    expect((await fetch(`${city.server.url}/api/account-data/file`)).status).toBe(401)
    expect((await download(rider)).status).toBe(200)
    await sql`update data_exports set expires_at = expires_at - interval '24 hours' where user_id = ${rider.id}`.execute(
      db.request,
    )
    expect((await download(rider)).status).toBe(404)
    expect(await state(rider)).toBe(null)
    await sweep()
    expect(await db.request.selectFrom('data_exports').select('id').where('user_id', '=', rider.id).execute()).toEqual(
      [],
    )
  })

  it('is sent in pieces, one download of a person at a time [design/privacy-31]', async () => {
    const rider = await city.person('rider')
    await request(rider)
    await sweep()
    const large = randomBytes(6_000_000)
    await sql`update data_exports set file = ${large}, size = ${large.length} where user_id = ${rider.id}`.execute(
      db.request,
    )
    const first = await download(rider)
    const second = await download(rider)
    expect([second.status, ((await second.json()) as { error: { key: string } }).error.key]).toEqual([
      429,
      'one_export_only',
    ])
    expect(Buffer.from(await first.arrayBuffer()).equals(large)).toBe(true)
    await (await download(rider)).body?.cancel()
    await waitFor(async () => (await download(rider)).status === 200)
  })

  it('one at a time, three a day', async () => {
    const rider = await city.person('rider')
    // All three have seen that there is none when the first one is stored.
    const asked = await db.transact(async (tx) => {
      await sql`lock table data_exports in share mode`.execute(tx)
      const answers = [1, 2, 3].map(() => keyOf(request(rider)))
      await waitFor(async () => {
        const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks
          where relation = 'data_exports'::regclass and not granted`.execute(db.jobs)
        return rows[0]?.waiting === 3
      })
      return { answers }
    })
    expect((await Promise.all(asked.answers)).toSorted()).toEqual(['busy_try_again', 'busy_try_again', 'ok'])
    expect(await keyOf(request(rider))).toBe('ok')
    const count = async () =>
      (await db.request.selectFrom('data_exports').select('id').where('user_id', '=', rider.id).execute()).length
    expect(await count()).toBe(1)
    for (let n = 0; n < 2; n++) {
      await sweep()
      await request(rider)
    }
    await sweep()
    expect(await count()).toBe(3)
    expect(await keyOf(request(rider))).toBe('too_many_exports')
  })

  it('of a killed server is made again after its lease, three times at most', async () => {
    const rider = await city.person('rider')
    await request(rider)
    for (let n = 1; n <= 3; n++) {
      expect(await takeUp(db.jobs, 60, 3)).toMatchObject({ user_id: rider.id })
      // another node leaves it alone
      expect(await takeUp(db.jobs, 60, 3)).toBeUndefined()
      await sql`update data_exports set lease_until = lease_until - interval '2 minutes' where user_id = ${rider.id}`.execute(
        db.request,
      )
    }
    await sweep()
    expect(await state(rider)).toMatchObject({ state: 'failed' })
    await request(rider)
    await takeUp(db.jobs, -1, 3)
    await sweep()
    expect(await state(rider)).toMatchObject({ state: 'ready' })
  })
})
