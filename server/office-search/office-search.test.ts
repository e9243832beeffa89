import { officeSearchApi } from '@remis/domain/office-search/office-search-api'
import { beforeAll, describe, expect, it } from 'vitest'
import { drives, inDemo, keyOf, openCity, type City, type TestActor } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City
let admin: TestActor
let fleet: TestActor
let rider: TestActor
let own: TestActor
let foreign: TestActor

beforeAll(async () => {
  city = await openCity(database)
  admin = await city.person('admin')
  fleet = await city.person('fleetadmin')
  rider = await city.person('rider')
  own = await city.driver({ fleetadmin: fleet.id })
  foreign = await city.driver({ fleetadmin: (await city.person('fleetadmin')).id })
  const name = (id: string, first: string, last: string, contact: object) =>
    db.request
      .updateTable('users')
      .set({ first_name: first, last_name: last, ...contact })
      .where('id', '=', id)
      .execute()
  await name(rider.id, 'Şule', 'Öztürk', { email: 'sule@example.org', mobile: '+59899123456' })
  await name(own.id, 'Driver', 'Ownside', { mobile: '+59891777001', vehicle_number: 'SAB 1234' })
  await name(foreign.id, 'Driver', 'Otherside', { mobile: '+59891777002', vehicle_number: 'SAB 9999' })
})

const find = async (actor: TestActor, words: string) => actor.call(officeSearchApi.find, { query: { words } })
const people = async (actor: TestActor, words: string) => (await find(actor, words)).people.map(({ id }) => id)

describe('the search of the office [backoffice-21]', () => {
  it.each([
    ['a first name', 'şu'],
    ['a name in any case', 'ŞULE öz'],
    ['a last name', 'özt'],
    ['an email', 'SULE@'],
    ['a number with its prefix', '+598 99 123'],
    ['a number without the plus', '5989912'],
    ['the end of a number', '123-456'],
    ['a number as it is dialled in the country', '099 123 456'],
  ])('finds a person by %s', async (_what, words) => {
    expect(await people(admin, words)).toEqual([rider.id])
  })

  it('finds drivers by their plate, in the order of their names', async () => {
    expect(await people(admin, 'sab')).toEqual([foreign.id, own.id])
  })

  it.each(['', 'ş', '%', '__', "' or 1=1 --", 'ule'])('finds no one by %j', async (words) => {
    expect(await find(admin, words)).toEqual({ people: [], bookings: [] })
  })

  it('finds a booking by its id as people type it', async () => {
    const { id } = await city.book(rider)
    const typed = `${id.slice(0, 5)} ${id.slice(5)}`.toLowerCase().replaceAll('0', 'o')
    expect((await find(admin, typed)).bookings).toMatchObject([{ id, status: 'NEW' }])
    expect((await find(fleet, id)).bookings).toEqual([])
    await drives(own, id).accept()
    expect((await find(fleet, id)).bookings).toMatchObject([{ id, status: 'ACCEPTED' }])
  })

  it('shows a fleet admin only their own drivers [people-6]', async () => {
    expect(await people(fleet, 'driver')).toEqual([own.id])
    expect(await people(fleet, 'sab')).toEqual([own.id])
    expect(await people(fleet, '+59891777')).toEqual([own.id])
    for (const words of ['şule', 'otherside', '+59899123456', fleet.name])
      expect(await people(fleet, words), words).toEqual([])
    expect(await keyOf(find(rider, 'driver'))).toBe('forbidden')
  })

  it('neither shows nor finds contacts in demo mode [people-15]', async () => {
    await inDemo(city, async () => {
      const [found] = (await find(admin, 'şule')).people
      expect(found).toMatchObject({ email: 'Hidden for Demo', mobile: 'Hidden for Demo' })
      for (const words of ['sule@', '+59899123456', '123456']) expect(await people(admin, words), words).toEqual([])
    })
  })
})
