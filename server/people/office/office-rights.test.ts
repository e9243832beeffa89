import { noticesApi } from '@remis/domain/notices/notices-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { credit } from '../../testing/money.ts'
import { cityFor, keyOf, type TestActor } from '../../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)
const [admin, other] = [await city.person('admin'), await city.person('admin')]

const confirmedSecondsAgo = (seconds: number) =>
  sql`update sessions set confirmed_at = clock_timestamp() - ${seconds} * interval '1 second'
    where user_id = ${admin.id}`.execute(db.request)
let count = 0
const add = (usertype: 'rider' | 'driver' | 'fleetadmin' | 'admin') => {
  const body = { firstName: 'New', lastName: 'Person', email: `new.${++count}@example.org`, mobile: '', usertype }
  return admin.call(peopleApi.add, { body })
}
const change = ({ id }: TestActor, usertype: 'rider' | 'driver' | 'fleetadmin' | 'admin') =>
  admin.call(peopleApi.changeRole, { params: { id }, body: { usertype } })
const facts = async () =>
  (
    await sql<object>`select (select count(*) from users) as users, (select count(*) from audit_log) as audits,
      (select count(*) from users where usertype in ('admin', 'fleetadmin')) as office`.execute(db.request)
  ).rows
const noticesOf = async ({ call }: TestActor) =>
  (await call(noticesApi.list, { query: {} })).rows.filter(({ message }) => message === 'notice_admin_added')

beforeAll(() =>
  sql`update users set first_name = 'Admin', last_name = 'One' where id = ${admin.id}`.execute(db.request),
)

describe('an account of the office [design/accounts-142]', () => {
  it('is refused without a recent password, and nothing changes', async () => {
    const rider = await city.person('rider')
    await confirmedSecondsAgo(86_400)
    const before = await facts()
    for (const role of ['admin', 'fleetadmin'] as const) {
      await expect(add(role)).rejects.toMatchObject({ status: 403, key: 'confirm_password' })
      await expect(change(rider, role)).rejects.toMatchObject({ status: 403, key: 'confirm_password' })
    }
    expect(await facts()).toEqual(before)
    expect(await noticesOf(other)).toEqual([])
    // other people need no password
    expect(await keyOf(add('rider'))).toBe('ok')
    expect(await keyOf(change(rider, 'driver'))).toBe('ok')
    await confirmedSecondsAgo(0)
  })

  it('all other admins get a notice of a new admin, by adding and by a change of role', async () => {
    const { person } = await add('admin')
    const rider = await city.person('rider')
    await sql`update users set first_name = 'Rider', last_name = 'One' where id = ${rider.id}`.execute(db.request)
    await change(rider, 'admin')
    expect((await noticesOf(other)).map(({ params }) => params)).toEqual([
      { name: 'Rider One', by: 'Admin One' },
      { name: 'New Person', by: 'Admin One' },
    ])
    expect(await noticesOf(admin)).toEqual([])
    // no notice to the new admin
    const own = await db.request.selectFrom('notices').select('params').where('user_id', '=', person.id).execute()
    expect(own).toEqual([{ params: { name: 'Rider One', by: 'Admin One' } }])
    await add('fleetadmin')
    expect(await noticesOf(other)).toHaveLength(2)
  })
})

describe('giving access to the office back [design/accounts-143]', () => {
  const states = {
    archived: sql`deleted_at = clock_timestamp(), deleted_by = ${admin.id}`,
    disapproved: sql`approved = false`,
    suspended: sql`suspended_at = clock_timestamp(), suspension_reason = 'Left', suspended_by = ${admin.id}`,
  }
  const giveBack = {
    archived: (id: string) => admin.call(peopleApi.restore, { params: { id } }),
    disapproved: (id: string) => admin.call(peopleApi.approve, { params: { id }, body: { approved: true } }),
    suspended: (id: string) => admin.call(peopleApi.unsuspend, { params: { id } }),
  }
  it.each(['archived', 'disapproved', 'suspended'] as const)(
    'an admin who was %s gets it back with a recent password, and the others get a notice',
    async (state) => {
      const person = await city.person('admin')
      await sql`update users set ${states[state]} where id = ${person.id}`.execute(db.request)
      const [before, notices] = [await facts(), await noticesOf(other)]
      await confirmedSecondsAgo(86_400)
      expect(await keyOf(giveBack[state](person.id))).toBe('confirm_password')
      expect([await facts(), await noticesOf(other)]).toEqual([before, notices])
      await confirmedSecondsAgo(0)
      expect((await giveBack[state](person.id)).person.state).toBe('active')
      expect(await noticesOf(other)).toHaveLength(notices.length + 1)
      // nothing changes, so there is no second notice
      await giveBack[state](person.id)
      expect(await noticesOf(other)).toHaveLength(notices.length + 1)
    },
  )

  it('needs no password for riders and drivers', async () => {
    await confirmedSecondsAgo(86_400)
    for (const state of ['archived', 'disapproved', 'suspended'] as const) {
      const person = await city.person('rider')
      await sql`update users set ${states[state]} where id = ${person.id}`.execute(db.request)
      expect(await keyOf(giveBack[state](person.id))).toBe('ok')
    }
    await confirmedSecondsAgo(0)
  })
})

it('only the office changes the vehicle of an approved driver while drivers need approval [design/people-26]', async () => {
  await city.server.app.settings.change({ driver_approval: true }, null)
  const fleet = await city.person('fleetadmin')
  const entry = { firstName: 'Driver', lastName: 'Two', email: 'driver.two@example.org' }
  const { person } = await fleet.call(peopleApi.addDriver, { body: entry })
  const params = { id: person.id }
  const update = (actor: TestActor, body: object) => actor.call(peopleApi.update, { params, body })
  const car = { carTypeId: city.economy, vehicleMake: 'Fiat', vehicleModel: 'Uno', vehicleNumber: 'AAA 1' }
  await update(fleet, car)
  await admin.call(peopleApi.approve, { params, body: { approved: true } })
  const others = { carTypeId: city.comfort, vehicleMake: 'Seat', vehicleModel: 'Ibiza', vehicleNumber: 'BBB 2' }
  for (const [name, other] of Object.entries(others))
    expect(await keyOf(update(fleet, { [name]: other }))).toBe('vehicle_by_office')
  // the same vehicle is no change
  const named = await update(fleet, { ...car, lastName: 'Three', other_info: 'radio' })
  expect(named.person).toMatchObject({ ...car, lastName: 'Three', other_info: 'radio' })
  expect((await update(admin, others)).person).toMatchObject(others)
  await city.server.app.settings.change({ driver_approval: false }, null)
  expect(await keyOf(update(fleet, car))).toBe('ok')
})

it('only an admin can archive a driver who owes the office [design/people-29]', async () => {
  const fleet = await city.person('fleetadmin')
  const driver = await city.driver({ fleetadmin: fleet.id })
  const remove = (by: TestActor) => keyOf(by.call(peopleApi.remove, { params: { id: driver.id } }))
  await credit(db, driver, -100)
  expect(await remove(fleet)).toBe('driver_owes_office')
  expect((await fleet.call(peopleApi.get, { params: { id: driver.id } })).person.state).toBe('active')
  expect(await remove(admin)).toBe('ok')
})

describe('a fleet admin who tries emails and numbers', () => {
  it('learns nothing by a driver that cannot be added, and has 60 tries an hour [design/access-118]', async () => {
    const curious = await city.person('fleetadmin')
    const entry = (more: object) => ({
      firstName: 'New',
      lastName: 'Driver',
      email: `new.${++count}@example.org`,
      mobile: `+598920${10_000 + count}`,
      ...more,
    })
    const { person } = await admin.call(peopleApi.addDriver, { body: entry({}) })
    const asked = (more: object) => keyOf(curious.call(peopleApi.addDriver, { body: entry(more) }))
    const carTypeId = randomUUID()
    expect(await asked({ email: person.email, carTypeId })).toBe('driver_fields_invalid')
    expect(await asked({ carTypeId })).toBe('driver_fields_invalid')
    expect(await asked({ email: person.email })).toBe('user_exists')
    await sql`update rate_counters set count = 60 where class = 'fleet-lookup' and subject = ${curious.id}`.execute(
      db.request,
    )
    expect(await asked({ email: person.email })).toBe('too_many_requests')
    expect(await asked({})).toBe('too_many_requests')
  })
})
