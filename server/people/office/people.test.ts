import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { dashboardApi } from '@remis/domain/dashboard/dashboard-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { personPartsApi } from '@remis/domain/people/person-parts-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { actorOf } from '../../testing/actors.ts'
import { queuedMails } from '../../testing/mail/queued-mails.ts'
import { credit, driveToDrop, emptyStreets } from '../../testing/money.ts'
import { cityFor, drives, inDemo, keyOf, tripCodeOf, type TestActor } from '../../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')
const fleet = await city.person('fleetadmin')
const otherFleet = await city.person('fleetadmin')
beforeEach(() => emptyStreets(city))

let count = 0
const entry = (more: object = {}) => ({
  firstName: 'Driver',
  lastName: `Number ${++count}`,
  email: `driver.${count}@example.org`,
  mobile: `+598920${10_000 + count}`,
  ...more,
})
const params = ({ id }: { readonly id: string }) => ({ params: { id } })
const list = (actor: TestActor, query: object = {}) =>
  actor.call(peopleApi.listDrivers, { query: { limit: 100, ...query } })
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)
const audited = async (id: string) =>
  (
    await db.request
      .selectFrom('audit_log')
      .select('action')
      .where('subject', '=', `user:${id}`)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

describe('a driver who signed up', () => {
  const signUp = async (email: string): Promise<string> => {
    const regData = { ...entry(), email, password: 'abc*123', usertype: 'driver' }
    const { uid } = await actorOf(city.server.url, undefined).call(accountsApi.signUp, { body: { regData } })
    return uid
  }
  const signIn = (email: string) =>
    actorOf(city.server.url, undefined).call(accountsApi.signIn, { body: { email, password: 'abc*123' } })

  it('waits, is counted, is approved by an admin and signs in [accounts-18], [people-4]', async () => {
    await city.server.app.settings.change({ driver_approval: true }, null)
    const email = 'waits@example.org'
    const waiting = async () => (await admin.call(dashboardApi.counts, {})).drivers
    const before = (await waiting()) ?? 0
    const id = await signUp(email)
    expect(await keyOf(signIn(email))).toBe('require_approval')
    expect(await waiting()).toBe(before + 1)
    expect(ids((await list(admin, { state: 'waiting' })).rows)).toContain(id)

    const { person } = await admin.call(peopleApi.approve, { ...params({ id }), body: { approved: true } })
    expect(person).toMatchObject({ approved: true, state: 'active' })
    expect((await signIn(email)).user.id).toBe(id)
    expect(await waiting()).toBe(before)
    expect(await audited(id)).toEqual(['person.approve'])
    expect(await queuedMails(db.request, id)).toEqual(['driver_approved'])
  })

  it('is refused at the next call when the approval is taken back; not during a trip [design/people-12]', async () => {
    const driver = await city.driver()
    const rider = await city.person('rider')
    const booking = await city.book(rider)
    await drives(driver, booking.id).accept()
    const take = () => admin.call(peopleApi.approve, { ...params(driver), body: { approved: false } })
    expect(await keyOf(take())).toBe('person_on_trip')
    await driver.call(bookingsApi.cancel, { ...params(booking), body: { reason: city.reason } })
    await take()
    expect(await keyOf(driver.call(dispatchApi.day, {}))).toBe('not_logged_in')
    expect((await take()).person).toMatchObject({ state: 'waiting', driverActiveStatus: false })
    expect(await audited(driver.id)).toEqual(['person.disapprove'])
  })
})

describe('the tables', () => {
  it('show a fleet admin its own drivers only, whatever it asks for [people-6] [design/people-1]', async () => {
    const own = await city.driver({ fleetadmin: fleet.id })
    const foreign = await city.driver({ fleetadmin: otherFleet.id })
    expect(ids((await list(fleet)).rows)).toEqual([own.id])
    expect((await list(fleet, { fleet: otherFleet.id })).rows).toEqual([])
    expect((await list(fleet, { search: foreign.name })).rows).toEqual([])
    expect(ids((await list(admin, { fleet: otherFleet.id })).rows)).toEqual([foreign.id])
    expect(await keyOf(fleet.call(peopleApi.get, params(foreign)))).toBe('not_found')
    expect(await keyOf(fleet.call(personPartsApi.ratings, { ...params(foreign), query: {} }))).toBe('not_found')
    const { person } = await fleet.call(peopleApi.get, params(own))
    expect(
      Object.keys(person)
        .filter((key) => /wallet|Name$|referrer|referrals|bank/.test(key))
        .toSorted(),
    ).toEqual(['firstName', 'lastName'])
    // Moved to another fleet, the driver is gone at the next call.
    await admin.call(peopleApi.update, { ...params(own), body: { fleetadmin: otherFleet.id } })
    expect(await keyOf(fleet.call(peopleApi.get, params(own)))).toBe('not_found')
    expect((await list(fleet)).rows).toEqual([])
  })

  it('show a driver who changes fleets to the new one; the trip that goes on stays with the old one [design/people-13]', async () => {
    const driver = await city.driver({ fleetadmin: fleet.id })
    const rider = await city.person('rider')
    const ride = async () => {
      const { id } = await city.book(rider)
      await drives(driver, id).accept()
      return id
    }
    const bookingsOf = async (actor: TestActor) => ids((await actor.call(bookingsApi.list, { query: {} })).rows)
    const first = await ride()
    await admin.call(peopleApi.update, { ...params(driver), body: { fleetadmin: otherFleet.id } })
    expect(ids((await list(otherFleet)).rows)).toContain(driver.id)
    expect(await bookingsOf(fleet)).toContain(first)
    expect(await bookingsOf(otherFleet)).not.toContain(first)
    // The new fleet does not learn of it on the driver's page either.
    const tripFor = async (actor: TestActor) => (await actor.call(peopleApi.get, params(driver))).person.trip
    const endingFor = async (actor: TestActor) => (await actor.call(peopleApi.ending, params(driver))).ending
    expect([await tripFor(admin), await tripFor(otherFleet)]).toEqual([first, null])
    expect((await endingFor(admin)).trip).toBe(first)
    expect((await endingFor(otherFleet)).trip).toBe(null)
    const { arrive, start, reach, receiveCash } = drives(driver, first)
    await arrive()
    await start(await tripCodeOf(rider, first))
    await reach()
    await receiveCash()
    const next = await ride()
    expect(await bookingsOf(otherFleet)).toContain(next)
    expect(await bookingsOf(fleet)).not.toContain(next)
  })

  it('filter drivers by state, switch and car type, and search name, plate, email and number [design/people-4]', async () => {
    const { person } = await admin.call(peopleApi.addDriver, {
      body: entry({ carTypeId: city.comfort, vehicleNumber: 'ZZT 4242', lastName: 'Searched' }),
    })
    for (const search of ['searched', 'zzt 42', person.email!.toUpperCase(), person.mobile!])
      expect([search, ids((await list(admin, { search })).rows)]).toEqual([search, [person.id]])
    expect(ids((await list(admin, { search: 'searched', carType: city.comfort })).rows)).toEqual([person.id])
    expect((await list(admin, { search: 'searched', carType: city.economy })).rows).toEqual([])
    expect((await list(admin, { search: 'searched', online: 'yes' })).rows).toEqual([])
    expect(ids((await list(admin, { search: 'searched', online: 'no', state: 'active' })).rows)).toEqual([person.id])
    await admin.call(peopleApi.suspend, { ...params(person), body: { reason: 'Complaints', until: null } })
    expect(ids((await list(admin, { search: 'searched', state: 'suspended' })).rows)).toEqual([person.id])
    expect((await list(admin, { search: 'searched', state: 'active' })).rows).toEqual([])
  })

  it('hide contacts in demo mode, in the search too, and refuse every change and export [people-15], [people-14] [messages-20]', async () => {
    const { person } = await admin.call(peopleApi.addDriver, { body: entry() })
    await inDemo(city, async () => {
      const { rows } = await list(admin, { search: person.lastName })
      expect(rows).toMatchObject([{ id: person.id, email: 'Hidden for Demo', mobile: 'Hidden for Demo' }])
      expect((await list(admin, { search: person.email })).rows).toEqual([])
      expect((await admin.call(peopleApi.get, params(person))).person.mobile).toBe('Hidden for Demo')
      expect(await keyOf(admin.call(peopleApi.remove, params(person)))).toBe('demo_mode')
      expect(await keyOf(admin.call(peopleApi.addDriver, { body: entry() }))).toBe('demo_mode')
      const file = await fetch(`${city.server.url}/api/drivers/export?format=csv`, {
        headers: { authorization: `Bearer ${admin.token}` },
      })
      expect([file.status, await file.json()]).toMatchObject([403, { error: { key: 'demo_mode' } }])
    })
  })

  it('files are headed by the titles of the columns [design/web-63]', async () => {
    const headOf = async (path: string, { token }: TestActor = admin) => {
      const reply = await fetch(city.server.url + path, { headers: { authorization: `Bearer ${token}` } })
      return (await reply.text()).split('\r\n')[0]
    }
    const common = 'id,First name,Last name,Email,Phone number,Account'
    const car = 'Car type,Make,Model,Number plate,Rating'
    expect(await headOf('/api/people/export?format=csv&usertype=rider')).toBe(
      `${common},Wallet,Added by the office,Since`,
    )
    expect(await headOf('/api/people/export?format=csv&usertype=fleetadmin')).toBe(
      `${common},Drivers,Added by the office,Since`,
    )
    expect(await headOf('/api/drivers/export?format=csv')).toBe(
      `${common},${car},Fleet,Wallet,Added by the office,Since`,
    )
    expect(await headOf('/api/drivers/export?format=csv', fleet)).toBe(`${common},${car},Added by the office,Since`)
  })

  it('list riders, fleet admins with their drivers and admins [people-5]', async () => {
    const rider = await city.person('rider')
    await credit(db, rider, 12)
    const people = (usertype: 'rider' | 'fleetadmin' | 'admin', search: string) =>
      admin.call(peopleApi.list, { query: { usertype, search } })
    expect((await people('rider', rider.name)).rows).toMatchObject([{ id: rider.id, walletBalance: 12 }])
    expect((await people('admin', rider.name)).rows).toEqual([])
    await admin.call(peopleApi.addDriver, { body: entry({ fleetadmin: fleet.id }) })
    expect((await people('fleetadmin', fleet.name)).rows).toMatchObject([{ id: fleet.id, drivers: 1 }])
  })
})

describe('adding a person', () => {
  it('marks it as made by an admin, with a referral id of its first name [people-10], [people-11]', async () => {
    const { person } = await admin.call(peopleApi.add, { body: { ...entry(), usertype: 'admin', firstName: 'Ana' } })
    expect(person).toMatchObject({ usertype: 'admin', createdByAdmin: true, approved: true, state: 'active' })
    expect(person.referralId).toMatch(/^ana\d{4}$/)
    const number = Number(person.referralId.slice(3))
    expect(number).toBeGreaterThanOrEqual(1000)
    expect(await audited(person.id)).toEqual(['person.add'])
  })

  it('refuses one that exists, by email in other letters or by the number as it is typed [people-9] [messages-10]', async () => {
    const { person } = await admin.call(peopleApi.addDriver, { body: entry() })
    const add = (more: object) => admin.call(peopleApi.add, { body: { ...entry(more), usertype: 'rider' as const } })
    await expect(add({ email: person.email!.toUpperCase() })).rejects.toMatchObject({
      key: 'user_exists',
      fields: { email: 'user_exists' },
    })
    const typed = `${person.mobile!.slice(0, 4)} ${person.mobile!.slice(4, 8)}-${person.mobile!.slice(8)}`
    await expect(add({ mobile: typed })).rejects.toMatchObject({
      key: 'user_exists',
      fields: { mobile: 'user_exists' },
    })
  })

  it('answers email_or_mobile_issue without email and number, and for wrong ones their keys, names first [messages-10] [design/people-3]', async () => {
    const add = (more: object) => keyOf(admin.call(peopleApi.add, { body: { ...entry(more), usertype: 'rider' } }))
    expect(await add({ email: '', mobile: ' ' })).toBe('email_or_mobile_issue')
    expect(await add({ email: 'x@', mobile: '+1' })).toBe('proper_email')
    expect(await add({ mobile: '12' })).toBe('mobile_no_blank_error')
    expect(await add({ firstName: ' ', email: 'x@' })).toBe('proper_input_name')
    expect(await add({ email: '' })).toBe('ok')
  })

  it('of two at once with one number adds one', async () => {
    const one = entry()
    const add = () => keyOf(admin.call(peopleApi.add, { body: { ...one, usertype: 'rider' } }))
    expect((await Promise.all([add(), add()])).toSorted()).toEqual(['ok', 'user_exists'])
  })

  it('by a fleet admin makes a driver of that fleet, waiting while drivers need an approval [people-3] [people-12] [design/people-2]', async () => {
    await city.server.app.settings.change({ driver_approval: true }, null)
    const { person } = await fleet.call(peopleApi.addDriver, { body: entry({ fleetadmin: otherFleet.id }) })
    expect(person).toMatchObject({ usertype: 'driver', fleetadmin: fleet.id, state: 'waiting' })
    await city.server.app.settings.change({ driver_approval: false }, null)
    expect((await fleet.call(peopleApi.addDriver, { body: entry() })).person.state).toBe('active')
    expect(await keyOf(fleet.call(peopleApi.add, { body: { ...entry(), usertype: 'rider' } }))).toBe('forbidden')
    expect(await keyOf(admin.call(peopleApi.addDriver, { body: entry({ fleetadmin: admin.id }) }))).toBe(
      'driver_fields_invalid',
    )
  })
})

describe('editing a person', () => {
  it('changes names and vehicle; email and mobile are refused [people-13]', async () => {
    const { person } = await admin.call(peopleApi.addDriver, { body: entry({ fleetadmin: fleet.id }) })
    const update = (actor: TestActor, body: object) => actor.call(peopleApi.update, { ...params(person), body })
    expect(await keyOf(update(admin, { email: 'other@example.org' }))).toBe('invalid_input')
    expect(await keyOf(update(admin, { approved: true }))).toBe('invalid_input')
    expect(await keyOf(update(admin, { firstName: ' ' }))).toBe('proper_input_name')
    expect(await keyOf(update(fleet, { fleetadmin: otherFleet.id }))).toBe('forbidden')
    const changed = await update(fleet, { lastName: 'Two', vehicleNumber: 'AAA 1', carTypeId: city.economy })
    expect(changed.person).toMatchObject({ lastName: 'Two', vehicleNumber: 'AAA 1', carType: 'Economy' })
  })

  it('refuses an edit of an older version with the stored person, as the caller sees it [design/people-18]', async () => {
    const { person } = await admin.call(peopleApi.addDriver, { body: entry({ fleetadmin: fleet.id }) })
    const update = (actor: TestActor, body: object) => actor.call(peopleApi.update, { ...params(person), body })
    const { version } = person
    const moved = await update(admin, { fleetadmin: otherFleet.id, version })
    expect(moved.person.version).toBe(version + 1)
    const late = update(admin, { vehicleNumber: 'BBB 2', fleetadmin: fleet.id, version })
    await expect(late).rejects.toMatchObject({
      status: 409,
      key: 'row_changed',
      extra: { row: { fleetadmin: otherFleet.id, version: version + 1 } },
    })
    const seen: unknown = await update(otherFleet, { vehicleNumber: 'BBB 2', version }).catch((error: unknown) => error)
    expect(seen).toMatchObject({ key: 'row_changed', extra: { row: { version: version + 1 } } })
    expect(JSON.stringify(seen)).not.toMatch(/walletBalance|fleetName|bankAccount/)
    // Without an edited field, and after one that names the newest version.
    const same = await update(admin, { lastName: person.lastName, version: version + 1 })
    expect(same.person).toMatchObject({ version: version + 1, fleetadmin: otherFleet.id })
    await admin.call(peopleApi.approve, { ...params(person), body: { approved: true } })
    expect((await update(admin, { vehicleNumber: 'BBB 3', version: version + 1 })).person.vehicleNumber).toBe('BBB 3')
  })

  it('of two edits of one version only one is done, also at the same time [design/people-18]', async () => {
    const { person } = await admin.call(peopleApi.addDriver, { body: entry() })
    const { version } = person
    const edit = (body: object) =>
      keyOf(admin.call(peopleApi.update, { ...params(person), body: { ...body, version } }))
    const keys = await Promise.all([edit({ vehicleMake: 'Fiat' }), edit({ fleetadmin: fleet.id })])
    expect(keys.toSorted()).toEqual(['ok', 'row_changed'])
  })

  it('a fleet that leaves makes the open forms of its drivers old [design/people-18]', async () => {
    const leaving = await city.person('fleetadmin')
    const { person } = await admin.call(peopleApi.addDriver, { body: entry({ fleetadmin: leaving.id }) })
    await admin.call(peopleApi.remove, params(leaving))
    const late = admin.call(peopleApi.update, {
      ...params(person),
      body: { fleetadmin: fleet.id, version: person.version },
    })
    expect(await keyOf(late)).toBe('row_changed')
  })
})

describe('the page of a person', () => {
  it('has the fields of a user of its role [people-1], [people-2] [design/people-14]', async () => {
    const fieldsOf = async ({ id }: { id: string }) =>
      Object.keys((await admin.call(peopleApi.get, { params: { id } })).person)
    const all = `uid id firstName lastName mobile email usertype loginType profile_image createdAt createdByAdmin approved
      referralId signupViaReferral userPlatform walletBalance bankName bankCode bankAccount`
    const ofDriver = `queue driverActiveStatus carType vehicleMake vehicleModel vehicleNumber other_info licenseImage
      fleetadmin ratings`
    const words = (text: string) => text.split(/\s+/)
    expect(await fieldsOf(await city.driver())).toEqual(expect.arrayContaining(words(`${all} ${ofDriver}`)))
    expect(await fieldsOf(await city.person('rider'))).toEqual(expect.arrayContaining(words(all)))
  })
})

describe('the tabs of a person', () => {
  it('show wallet, ratings, sessions, audit and notes; the fleet sees ratings without their text [design/people-14] [design/people-16] [design/people-17]', async () => {
    const driver = await city.driver({ fleetadmin: fleet.id })
    const rider = await city.person('rider')
    const booking = await city.book(rider)
    await driveToDrop(rider, driver, booking.id)
    await drives(driver, booking.id).receiveCash()
    await rider.call(bookingsApi.rate, { ...params(booking), body: { rating: 4, feedback: 'Talks a lot' } })
    const asked = { ...params(driver), query: {} }

    const ratings = await admin.call(personPartsApi.ratings, asked)
    expect(ratings).toMatchObject({ stars: [0, 0, 0, 1, 0], average: 4 })
    expect(ratings.rows).toMatchObject([{ bookingId: booking.id, rate: 4, feedback: 'Talks a lot', from: rider.name }])
    const seenByFleet = await fleet.call(personPartsApi.ratings, asked)
    expect(seenByFleet.rows).toHaveLength(1)
    expect(JSON.stringify(seenByFleet)).not.toMatch(/Talks|rider/)
    // The next fleet learns the average, not the bookings of the fleet before.
    await admin.call(peopleApi.update, { ...params(driver), body: { fleetadmin: otherFleet.id } })
    expect(await otherFleet.call(personPartsApi.ratings, asked)).toMatchObject({
      rows: [],
      stars: [0, 0, 0, 0, 0],
      average: 4,
    })
    await admin.call(peopleApi.update, { ...params(driver), body: { fleetadmin: fleet.id } })

    const { wallet } = await admin.call(personPartsApi.wallet, params(driver))
    const { rows: entries } = await admin.call(personPartsApi.history, asked)
    expect(entries.length).toBeGreaterThan(0)
    expect(wallet.balance).toBeCloseTo(
      entries.reduce((sum, { type, amount }) => sum + (type === 'Credit' ? amount : -amount), 0),
    )
    expect(ids((await admin.call(bookingsApi.list, { query: { person: driver.id } })).rows)).toEqual([booking.id])
    expect(ids((await admin.call(bookingsApi.list, { query: { person: rider.id } })).rows)).toEqual([booking.id])
    expect((await fleet.call(bookingsApi.list, { query: { person: rider.id } })).rows).toEqual([])
    expect(await keyOf(fleet.call(personPartsApi.wallet, params(driver)))).toBe('forbidden')

    const { note } = await admin.call(personPartsApi.addNote, { ...params(driver), body: { text: ' Called back ' } })
    expect(note).toMatchObject({ text: 'Called back', by: admin.name })
    expect(await keyOf(admin.call(personPartsApi.addNote, { ...params(driver), body: { text: ' ' } }))).toBe(
      'note_empty',
    )
    expect((await admin.call(personPartsApi.notes, asked)).rows).toEqual([note])
    expect((await admin.call(personPartsApi.audit, asked)).rows[0]).toMatchObject({
      action: 'person.note',
      actor: admin.name,
      side: 'subject',
    })
  })

  it('end the sessions of a person: the next call is refused [design/people-15]', async () => {
    const rider = await city.person('rider')
    const { rows } = await admin.call(personPartsApi.sessions, params(rider))
    expect(rows).toHaveLength(1)
    const end = (body: object) => admin.call(personPartsApi.endSessions, { ...params(rider), body })
    const others = await admin.call(personPartsApi.sessions, params(admin))
    expect(await keyOf(end({ session: others.rows[0]!.id }))).toBe('not_found')
    expect(await end({})).toEqual({ ended: 1 })
    expect(await keyOf(rider.call(bookingsApi.list, { query: {} }))).toBe('not_logged_in')
    expect((await admin.call(personPartsApi.sessions, params(rider))).rows).toEqual([])
  })

  it('shows the referral bonuses of a person to admins', async () => {
    await city.server.app.settings.change({ bonus: 30 }, null)
    const referrer = await city.person('rider')
    const rider = await city.person('rider')
    await sql`update users set signup_via_referral = ${referrer.id} where id = ${rider.id}`.execute(db.request)
    const { person } = await admin.call(peopleApi.get, params(referrer))
    expect(person.referrals).toMatchObject({ people: 1, paid: 0, earned: 0 })
    expect((await admin.call(peopleApi.get, params(rider))).person).toMatchObject({ referrerName: referrer.name })
  })
})
