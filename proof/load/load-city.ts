import { quotesApi } from '@remis/domain/fare/quotes-api'
import type { Calls } from '@remis/simulator/load/calls'
import { makeMeter } from '@remis/simulator/load/meter'
import { openLoadSession, type LoadAccount } from '@remis/simulator/load/load-session'
import type { Errand } from '@remis/simulator/load/load-rider'
import type { Database } from '@remis/server/platform/database/database'
import { makePerson, putOnRoad } from '@remis/server/testing/make-person'
import type { Role } from '@remis/domain/kit/endpoint'
import { homeOf, type City } from '@remis/simulator/city'

const addressOf = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

let people = 0
const account = async (db: Database, role: Role): Promise<LoadAccount> => {
  const number = ++people
  const { id, token } = await makePerson(db, role, { mobile: `+5989${1_000_000 + number}` })
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
    await putOnRoad(db, driver.id, { carType, at: home, ageMs: 0 })
    made.push({ account: driver, home })
  }
  return made
}

/** Routes through the city that the map knows; some points are in the water. */
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
