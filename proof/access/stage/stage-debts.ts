import { post } from '@remis/server/wallet/post'
import type { Actors, Person } from '../actors.ts'
import { stageBooking } from './stage.ts'

/** A debt of a rider for a fee of a driver. A debtor without money, since a balance would pay it at once. */
export const stageDebt = async (
  { city }: Actors,
  rider: Person,
  driver: Person,
  bookingId: string | null,
): Promise<string> => {
  const { db } = city.database
  const entries = [
    { account: 'receivable', holder: rider.id, amount: -500 },
    { account: 'pending-fees', holder: driver.id, amount: 500 },
  ] as const
  const debt = { kind: 'debt', bookingId, reference: 'correction', entries } as const
  await db.transact((tx) => post(tx, [debt], { actorId: null, currency: 'UYU' }))
  const newest = db.request.selectFrom('debts').select('id').orderBy('at', 'desc').limit(1)
  return (await newest.executeTakeFirstOrThrow()).id
}

/** A debt of a booking with a driver. */
export const stageDebtOfTrip = async (actors: Actors): Promise<{ readonly id: string; readonly bookingId: string }> => {
  const [rider, fleetAdmin] = [await actors.person('rider'), actors.fleetAdmin]
  const { id, driver } = await stageBooking(actors, { status: 'ACCEPTED', customer: rider, fleetAdmin })
  return { id: await stageDebt(actors, rider, driver, id), bookingId: id }
}
