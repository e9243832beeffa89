import { accountDataApi } from '@remis/domain/privacy/account-data-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { pushApi } from '@remis/domain/push/push-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { inOrder } from '../../races/in-order.ts'
import { balanceOf, bookWith, credit, driveToDrop, emptyStreets, quoteWith, releaseTrips } from '../../testing/money.ts'
import { drives, cityFor, keyOf, requestOn, type TestActor } from '../../testing/test-city.ts'
import { queuedMails } from '../../testing/mail/queued-mails.ts'
import { up as removeTexts } from '../../platform/database/migrations/081-to-100/089-texts-about-erased-people.ts'
import { connectDatabase } from '../../platform/database/database.ts'
import { createLogger } from '../../platform/runtime/logger.ts'
import { patientLimits } from '../../testing/test-database.ts'
import { findBroken } from '../../verify/verify.ts'
import { makeExports } from '../exports/make-export.ts'
import { eraseDueAccounts } from './erase-due.ts'
import { erasureOf } from './erasure-fixture.ts'
import { personalRows } from './personal-data.ts'

const { city, db } = await cityFor(import.meta.url)
const { database } = city
const admin = await city.person('admin')
beforeEach(() => emptyStreets(city))

const ask = (who: TestActor) => who.call(accountDataApi.requestDeletion, { body: {} })
const read = (who: TestActor) => who.call(accountDataApi.read, {})
const { sweep, passDays, signIn, isErased } = erasureOf(city)

const home = { lat: -34.89381234, lng: -56.16647654, add: 'Quetzalweg 77, Montevideo' }

/** A person with data in every place where the app writes some. */
const leaveTraces = async () => {
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  await sql`update users set first_name = 'Quetzal', last_name = 'Canary', email = 'quetzal@example.org',
    mobile = '+59899765432', profile_image = 'quetzal-face.jpg', other_info = 'quetzal info',
    bank_name = 'Quetzal Bank', bank_code = 'QUETZALX', bank_account = 'UY-QUETZAL-0077', license_image = 'quetzal-licence.jpg',
    referral_id = 'quetzal1234', user_platform = 'quetzal phone' where id = ${rider.id}`.execute(db.request)
  await sql`insert into identities (id, user_id, kind, subject, secret) values (gen_random_uuid(), ${rider.id}, 'facebook', 'quetzal-at-facebook', 'quetzal-secret')`.execute(
    db.request,
  )
  await sql`insert into one_time_codes (id, purpose, subject, user_id, code_hash, expires_at)
    values (gen_random_uuid(), 'verify-email', 'quetzal@example.org', ${rider.id}, '\\x00', clock_timestamp())`.execute(
    db.request,
  )
  const quote = await city.quote(rider, { drop: home })
  const { booking } = await rider.call(bookingsApi.create, {
    body: {
      ...requestOn(quote),
      instructionData: {
        deliveryPerson: 'Quetzal Friend',
        deliveryPersonPhone: '+59899111222',
        pickUpInstructions: 'quetzal door',
      },
    },
  })
  await driveToDrop(rider, driver, booking.id)
  await drives(driver, booking.id).receiveCash()
  await rider.call(bookingsApi.rate, { params: { id: booking.id }, body: { rating: 4, feedback: 'quetzal comment' } })
  await rider.call(accountDataApi.requestExport, { body: {} })
  await makeExports(city.server.app)
  return { rider, driver, id: booking.id }
}

/** The rows of all tables as text. */
const dump = async (): Promise<Map<string, string>> => {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'geo')`.execute(db.request)
  const texts = new Map<string, string>()
  for (const { name } of rows) {
    const found = await sql<{ line: string }>`select t::text as line from ${sql.raw(name)} t`.execute(db.request)
    texts.set(name, found.rows.map(({ line }) => line).join('\n'))
  }
  return texts
}
const tablesWith = async (pattern: RegExp) =>
  [...(await dump())].filter(([, text]) => pattern.test(text)).map(([name]) => name.replace('public.', ''))

const canary = /quetzal|canary|59899765432|59899111222|34\.89381234|56\.16647654/i

describe('a person who deletes the account [design/privacy-10]', () => {
  it('leaves nothing personal in any table after the grace time; bookings and ledger stay', async () => {
    const { rider, driver, id } = await leaveTraces()
    const before = await tablesWith(canary)
    for (const table of ['users', 'identities', 'one_time_codes', 'quotes', 'bookings', 'ratings', 'saved_addresses'])
      expect([table, before.includes(table)]).toEqual([table, true])
    const { trip_cost } = (await admin.call(bookingsApi.get, { params: { id } })).booking
    const { dueAt } = await ask(rider)
    expect(Math.round((dueAt - Date.now()) / 86_400_000)).toBe(14)
    expect(await keyOf(read(rider))).toBe('not_logged_in')

    await passDays(rider, 13)
    await sweep()
    expect(await isErased(rider)).toBe(false)
    await passDays(rider, 1)
    await sweep()
    expect(await isErased(rider)).toBe(true)
    expect(await tablesWith(canary)).toEqual([])
    expect((await admin.call(bookingsApi.get, { params: { id } })).booking).toMatchObject({
      customer_name: 'Deleted account',
      trip_cost,
      pickup: { add: '–' },
      status: 'COMPLETE',
    })
    expect((await driver.call(bookingsApi.list, { query: {} })).rows).toHaveLength(1)
    const audited = await db.request
      .selectFrom('audit_log')
      .select('action')
      .where('subject', '=', `user:${rider.id}`)
      .execute()
    expect(audited.map(({ action }) => action)).toEqual([
      'account.export',
      'account.deletion-requested',
      'account.erased',
    ])
    expect(await findBroken(db.request)).toEqual([])
  })

  it('is erased although a statement takes longer than the limit of calls [design/data-88]', async () => {
    const rider = await city.person('rider')
    await ask(rider)
    await passDays(rider, 14)
    await sql`create function slow_down() returns trigger language plpgsql as
        $$ begin perform pg_sleep(0.4); return new; end $$`.execute(db.jobs)
    await sql`create trigger wait before update of erased_at on users for each row execute function slow_down()`.execute(
      db.jobs,
    )
    const hurried = connectDatabase({
      connection: database.connection,
      limits: { ...patientLimits, statementMs: 200 },
      log: createLogger('silent'),
    })
    try {
      await eraseDueAccounts({ ...city.server.app, db: hurried })
    } finally {
      await hurried.close()
      await sql`drop function slow_down cascade`.execute(db.jobs)
    }
    expect(await isErased(rider)).toBe(true)
  })

  it('a driver: vehicle, position and the copies in bookings of riders go', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    await sql`update users set first_name = 'Turpial', last_name = 'Bird', mobile = '+59899555666', vehicle_number = 'TURPIAL 1',
      vehicle_make = 'Turpial', email = 'turpial@example.org', referral_id = 'turpial1' where id = ${driver.id}`.execute(
      db.request,
    )
    const { id } = await bookWith(rider, await quoteWith(rider, city.economy))
    await driveToDrop(rider, driver, id)
    await drives(driver, id).receiveCash()
    await releaseTrips(db)
    await credit(db, driver, -(await balanceOf(db, driver)) / 100)
    expect(await tablesWith(/turpial|59899555666/i)).toEqual(expect.arrayContaining(['users', 'bookings']))
    await ask(driver)
    expect(city.server.app.drivers.get(driver.id)).toBe(null)
    await passDays(driver, 14)
    await sweep()
    expect(await tablesWith(/turpial|59899555666/i)).toEqual([])
    expect((await rider.call(bookingsApi.get, { params: { id } })).booking).toMatchObject({
      driver_name: 'Deleted account',
      vehicle_number: null,
    })
  })

  describe('a rating of an erased driver [design/privacy-40]', () => {
    /** A trip that is paid and not rated; the driver's account is erased at the next sweep. */
    const paidTrip = async () => {
      const [rider, driver] = [await city.person('rider'), await city.driver()]
      const { id } = await bookWith(rider, await quoteWith(rider, city.economy))
      await driveToDrop(rider, driver, id)
      await drives(driver, id).receiveCash()
      await releaseTrips(db)
      await credit(db, driver, -(await balanceOf(db, driver)) / 100)
      await ask(driver)
      await passDays(driver, 14)
      const body = { rating: 2, tags: ['ontime'], feedback: 'Hornero was late' }
      const rate = () => keyOf(rider.call(bookingsApi.rate, { params: { id }, body }))
      return { driver, id, rate }
    }
    const ratingOf = (id: string) =>
      db.request.selectFrom('ratings').select(['rate', 'tags', 'comment']).where('booking_id', '=', id).execute()

    it('keeps stars and tags, without text or notice', async () => {
      const { driver, id, rate } = await paidTrip()
      await sweep()
      expect(await rate()).toBe('ok')
      expect(await ratingOf(id)).toEqual([{ rate: 2, tags: ['ontime'], comment: null }])
      const notices = db.request.selectFrom('notices').select('message').where('user_id', '=', driver.id)
      expect(await notices.execute()).toEqual([])
      expect(await tablesWith(/hornero/i)).toEqual([])
      expect(await findBroken(db.request)).toEqual([])
    })

    it('loses a text that an older version stored, and so does a note', async () => {
      const { driver, id, rate } = await paidTrip()
      await sweep()
      await rate()
      await sql`update ratings set comment = 'Hornero' where booking_id = ${id}`.execute(db.request)
      await sql`update bookings set feedback = 'Hornero' where id = ${id}`.execute(db.request)
      await sql`insert into person_notes (id, person_id, author_id, text)
        values (gen_random_uuid(), ${driver.id}, ${admin.id}, 'Hornero')`.execute(db.request)
      await sql.raw(removeTexts).execute(db.request)
      expect(await tablesWith(/hornero/i)).toEqual([])
    })

    it.each(['rating', 'erasure'])('concurrent rating and erasure, the %s first: no text remains', async (first) => {
      const { driver, id, rate } = await paidTrip()
      await (first === 'rating'
        ? inOrder(city, 'rate.locked', rate, sweep)
        : inOrder(city, 'erasure.before_commit', sweep, rate))
      expect(await isErased(driver)).toBe(true)
      expect(await ratingOf(id)).toMatchObject([{ rate: 2, comment: null }])
      expect(await tablesWith(/hornero/i)).toEqual([])
    })
  })

  it('leaves no text of the office about them in the audit log, which is never erased [design/access-110]', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const change = (who: TestActor, body: object) => admin.call(peopleApi.update, { params: { id: who.id }, body })
    await change(rider, { firstName: 'Zorzal', lastName: 'Zorzalez' })
    await change(driver, {
      firstName: 'Zorzal',
      vehicleNumber: 'ZORZAL 7',
      other_info: 'zorzal info',
      fleetadmin: null,
    })
    const { id } = await city.book(rider)
    await drives(driver, id).accept()
    const told = { title: 'For Zorzal', msg: 'zorzal, call us', screen: 'BookingCab' as const }
    await admin.call(pushApi.send, { body: { token: `${id}.customer`, ...told } })
    await rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
    const exported = await fetch(`${city.server.url}/api/people/export?usertype=rider&format=csv&search=zorzal`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(await exported.text()).toContain('Zorzal')
    for (const who of [rider, driver]) {
      await ask(who)
      await passDays(who, 14)
    }
    await sweep()
    expect([await isErased(rider), await isErased(driver)]).toEqual([true, true])
    expect(await tablesWith(/zorzal/i)).toEqual([])
    const audited = await db.request
      .selectFrom('audit_log')
      .select(['action', 'data'])
      .where('actor_id', '=', admin.id)
      .orderBy('id', 'desc')
      .limit(4)
      .execute()
    expect(audited.reverse()).toEqual([
      { action: 'person.update', data: { fields: ['first_name', 'last_name'] } },
      {
        action: 'person.update',
        data: { fields: ['first_name', 'vehicle_number', 'other_info', 'fleetadmin'], fleetadmin: null },
      },
      { action: 'booking.message', data: { to: 'customer', screen: 'BookingCab' } },
      { action: 'riders.export', data: { format: 'csv', search: true } },
    ])
    const own = db.request.selectFrom('audit_log').select('address').distinct().where('actor_id', '=', rider.id)
    expect(await own.execute()).toEqual([{ address: '127.0.0.0/24' }])
  })

  it('may sign in within the grace time, which cancels it', async () => {
    const rider = await city.person('rider')
    await ask(rider)
    expect(await queuedMails(db.request, rider.id)).toEqual(['account_deletion_requested'])
    await passDays(rider, 10)
    const back = await signIn(rider)
    expect((await read(back)).deletionCancelledAt).toBeGreaterThan(0)
    await passDays(rider, 0)
    await sweep()
    await sql`update account_deletions set due_at = clock_timestamp() - interval '1 day' where user_id = ${rider.id}`.execute(
      db.request,
    )
    await sweep()
    expect(await isErased(rider)).toBe(false)
    // and may ask again
    await ask(back)
    await passDays(rider, 14)
    await sweep()
    expect(await isErased(rider)).toBe(true)
  })

  it('may ask again before the sweep has cancelled the first request [design/privacy-37]', async () => {
    const rider = await city.person('rider')
    const first = await ask(rider)
    await passDays(rider, 10)
    const second = await ask(await signIn(rider))
    expect(Math.round((second.dueAt - first.dueAt) / 86_400_000)).toBe(0)
    await sweep()
    expect(await isErased(rider)).toBe(false)
    await passDays(rider, 14)
    await sweep()
    expect(await isErased(rider)).toBe(true)
  })

  it('a sign-in in the last moment wins over the sweep, also when it has ended again', async () => {
    const rider = await city.person('rider')
    await ask(rider)
    await sql`update account_deletions set due_at = clock_timestamp() where user_id = ${rider.id}`.execute(db.request)
    await signIn(rider)
    await sql`update sessions set revoked_at = clock_timestamp() where user_id = ${rider.id} and revoked_at is null`.execute(
      db.request,
    )
    await sweep()
    expect(await isErased(rider)).toBe(false)
  })

  it('needs the password', async () => {
    const rider = await city.person('rider')
    await sql`update sessions set confirmed_at = confirmed_at - interval '3 hours' where user_id = ${rider.id}`.execute(
      db.request,
    )
    expect(await keyOf(ask(rider))).toBe('confirm_password')
    expect(await keyOf(rider.call(accountDataApi.requestExport, { body: {} }))).toBe('confirm_password')
  })

  it('is refused while something has to be settled, and names it', async () => {
    const blockers = async (who: TestActor) => {
      const shown = (await read(who)).blockers
      const refused = await ask(who).then(
        () => [],
        (error: unknown) => (error as { extra?: { blockers: string[] } }).extra?.blockers ?? [],
      )
      expect(refused).toEqual(shown)
      return shown
    }
    const [rider, driver, fleet] = [await city.person('rider'), await city.driver(), await city.person('fleetadmin')]
    const { id } = await city.book(rider)
    expect(await blockers(rider)).toEqual(['open-booking'])
    await drives(driver, id).accept()
    expect(await blockers(driver)).toEqual(['open-booking'])
    await rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
    await credit(db, rider, 20)
    expect(await blockers(rider)).toEqual(['wallet-positive'])
    await credit(db, driver, 30)
    await driver.call(withdrawalsApi.request, { body: { amount: 30 } })
    expect(await blockers(driver)).toEqual(['withdrawal-open'])
    await city.person('driver', { fleetadmin: fleet.id })
    expect(await blockers(fleet)).toEqual(['fleet-drivers'])
    expect(await blockers(admin)).toEqual(['last-admin'])
  })

  it('is erased also where the erasure of another person always fails', async () => {
    const people = [await city.person('rider'), await city.person('rider')]
    for (const [n, person] of people.entries()) {
      await ask(person)
      await passDays(person, 15 - n)
    }
    const { app } = city.server
    let erasures = 0
    const at = () => (erasures++ === 0 ? Promise.reject(new Error('it fails')) : Promise.resolve())
    await eraseDueAccounts({ ...app, failpoint: { ...app.failpoint, at } }, 1)
    expect([await isErased(people[0]!), await isErased(people[1]!)]).toEqual([false, true])
    await sweep()
    expect(await isErased(people[0]!)).toBe(true)
  })

  it('is refused to the last admin who can sign in; a suspended one does not count [design/people-9]', async () => {
    const [last, suspended] = [await city.person('admin'), await city.person('admin')]
    const others = sql`usertype = 'admin' and id <> all(${[last.id, suspended.id]}::uuid[])`
    await sql`update users set approved = false where ${others}`.execute(db.request)
    try {
      expect((await read(last)).blockers).toEqual([])
      await sql`update users set suspended_at = clock_timestamp(), suspension_reason = 'test'
        where id = ${suspended.id}`.execute(db.request)
      expect((await read(last)).blockers).toEqual(['last-admin'])
      expect(await keyOf(ask(last))).toBe('deletion_blocked')
    } finally {
      await sql`update users set approved = true where ${others}`.execute(db.request)
    }
  })

  it('waits a day when money arrives in the grace time', async () => {
    const rider = await city.person('rider')
    await ask(rider)
    await passDays(rider, 14)
    await credit(db, rider, 5)
    await sweep()
    expect(await isErased(rider)).toBe(false)
    await credit(db, rider, -5)
    await passDays(rider, 1)
    await sweep()
    expect(await isErased(rider)).toBe(true)
  })
})

it('every column that refers to a person is decided [design/privacy-12]', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1`.execute(db.request)
  const decided = new Set(personalRows.map(({ table, of }) => `${table}.${of}`))
  expect(rows.map(({ name }) => name).filter((name) => !decided.has(name))).toEqual([])
})
