import { quotesApi } from '@remis/domain/fare/quotes-api'
import type { Calls } from '@remis/simulator/load/calls'
import { makeMeter } from '@remis/simulator/load/meter'
import { openLoadSession, type LoadAccount } from '@remis/simulator/load/load-session'
import type { Errand } from '@remis/simulator/load/load-rider'
import type { Database } from '@remis/server/platform/database/database'
import { makePerson } from '@remis/server/testing/make-person'
import type { Role } from '@remis/domain/kit/endpoint'
import { homeOf, type City } from '@remis/simulator/city'
import { sql } from 'kysely'

const addressOf = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

let people = 0
const account = async (db: Database, role: Role): Promise<LoadAccount> => {
  const { id, token } = await makePerson(db, role)
  const number = ++people
  await sql`update users set first_name = ${role}, last_name = ${`No ${number}`}, mobile = ${`+5989${1_000_000 + number}`}
    where id = ${id}`.execute(db.request)
  return { id, token, address: addressOf(number) }
}

export const makeRiders = async (db: Database, count: number): Promise<LoadAccount[]> => {
  const made: LoadAccount[] = []
  for (let n = 0; n < count; n++) made.push(await account(db, 'rider'))
  return made
}

/** Online and seen just now, spread over the middle of the city, so that the first search finds them. */
export const makeDrivers = async (db: Database, city: City, carType: string, count: number) => {
  const made: { account: LoadAccount; home: { lat: number; lng: number } }[] = []
  for (let n = 0; n < count; n++) {
    const driver = await account(db, 'driver')
    const home = homeOf(city, n, count)
    await sql`update users set car_type_id = ${carType}, driver_active_status = true, vehicle_make = 'Test',
      vehicle_model = 'Car', vehicle_number = ${`SLO ${n}`} where id = ${driver.id}`.execute(db.request)
    await sql`insert into driver_positions (driver_id, lat, lng, at, seq)
      values (${driver.id}, ${home.lat}, ${home.lng}, clock_timestamp(), 0)`.execute(db.request)
    made.push({ account: driver, home })
  }
  return made
}

/** Ways through the city that the map knows; some points lie in the water. */
export const findErrands = async (
  at: { readonly base: string; readonly calls: Calls },
  rider: LoadAccount,
  city: City,
  carType: string,
  count: number,
) => {
  const session = openLoadSession({ ...at, meter: makeMeter() }, rider)
  const errands: Errand[] = []
  for (let n = 0; errands.length < count && n < count * 6; n++) {
    const pickup = { ...homeOf(city, (n * 7) % 199, 199), add: `Corner ${n}` }
    const drop = { ...homeOf(city, (n * 31 + 83) % 199, 199), add: `House ${n}` }
    const known = await session.call(quotesApi.create, { body: { pickup, drop, carType } }).then(
      () => true,
      () => false,
    )
    if (known) errands.push({ pickup, drop })
  }
  return errands
}
