import { bookingsApi } from '@remis/domain/booking/booking-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { drives, openCity, type City, type TestActor } from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City
let [admin, rider, driver, fleet]: TestActor[] = []
let id = ''

beforeAll(async () => {
  city = await openCity(database)
  ;[admin, rider, fleet] = [await city.person('admin'), await city.person('rider'), await city.person('fleetadmin')]
  driver = await city.driver({ fleetadmin: fleet.id })
  // a test person's address holds random letters, which a search of two letters could find
  await sql`update users set first_name = 'Ольга', last_name = 'Кузнецова-Zabala', mobile = '+59899424242',
    email = 'one@example.org' where id = ${rider.id}`.execute(db.request)
  await sql`update users set first_name = 'فاطمة', last_name = 'الخطيب', vehicle_number = 'SQX 8261' where id = ${driver.id}`.execute(
    db.request,
  )
  id = (await city.book(rider, await city.quote(rider))).id
})

const found = async (actor: TestActor, search: string): Promise<string[]> =>
  (await actor.call(bookingsApi.list, { query: { search } })).rows.map((row) => row.id)

const wordsOf = async (side: 'rider' | 'driver'): Promise<string | undefined> =>
  (
    await db.request
      .selectFrom('booking_words')
      .select('words')
      .where('booking_id', '=', id)
      .where('side', '=', side)
      .executeTakeFirst()
  )?.words

describe('a search of bookings [design/data-81]', () => {
  it.each(['Ольга', 'оль', 'Ол', 'узне', 'zabala', 'Za', 'bal', '424242', '+59899', 'Economy'])(
    'finds %s in every script, from two letters on',
    async (search) => {
      expect(await found(admin!, search)).toEqual([id])
    },
  )

  it('finds the whole id, and two Latin letters only where a word begins', async () => {
    expect(await found(admin!, id.toLowerCase())).toEqual([id])
    expect(await found(admin!, id.slice(0, 7))).toEqual([])
    expect(await found(admin!, 'ba')).toEqual([])
    expect(await found(admin!, 'bal')).toEqual([id])
  })

  it.each(['%', '_', '%%%', '\\', '@', 'Щщы', 'Qxz', 'Ольга Zabala'])('finds nothing by %s', async (search) => {
    expect(await found(admin!, search)).toEqual([])
  })

  it('finds the driver from the accept on, and each word for the roles that may search for it', async () => {
    expect(await found(admin!, 'الخ')).toEqual([])
    expect(await wordsOf('driver')).toBeUndefined()
    await drives(driver!, id).accept()
    for (const search of ['الخطيب', 'فا', 'sqx 8261', '826']) expect(await found(admin!, search)).toEqual([id])
    // contacts are for admins
    expect(await found(fleet!, 'الخطيب')).toEqual([id])
    expect(await found(fleet!, '424242')).toEqual([])
  })

  it('forgets the words of a name that is erased', async () => {
    expect(await wordsOf('rider')).toContain('zabala')
    await sql`update bookings set customer_name = 'Deleted user', customer_contact = null where id = ${id}`.execute(
      db.request,
    )
    expect(await wordsOf('rider')).not.toMatch(/zabala|424242/)
    expect(await found(admin!, 'zabala')).toEqual([])
  })
})

describe('a search of people [design/data-81]', () => {
  it.each(['Ольга', 'Ол', 'zab', '424242'])('finds %s', async (search) => {
    const { rows } = await admin!.call(peopleApi.list, { query: { usertype: 'rider', search } })
    expect(rows.map((row) => row.id)).toEqual([rider!.id])
  })

  it.each(['SQX', '8261', 'الخطيب'])('finds the driver by %s', async (search) => {
    const { rows } = await admin!.call(peopleApi.listDrivers, { query: { search } })
    expect(rows.map((row) => row.id)).toEqual([driver!.id])
  })
})
