import type { Booking } from '@remis/domain/booking/booking'
import { release } from '@remis/domain/booking/moves/release'
import { searchAgain } from '@remis/domain/booking/moves/search-again'
import { AppError } from '@remis/domain/messages/app-error'
import { bookingsToRelease, bookingsWaiting } from '../../dispatch/search/due-bookings.ts'
import { findDrivers, type FoundDrivers } from '../../dispatch/search/find-drivers.ts'
import { offerToDrivers } from '../../dispatch/offers/offer-to-drivers.ts'
import { openReserved } from '../../dispatch/search/open-reserved.ts'
import type { Tx } from '../../platform/database/database.ts'
import { CommittedRefusal } from '../../platform/http/use-case.ts'
import { system } from '../actor-of.ts'
import type { BookingDeps } from '../booking-needs.ts'
import { selectBooking } from '../booking-rows.ts'
import { executeMove, type Step } from '../moves/execute-move.ts'

/** Bookings taken up in one turn; the rest come in the next. */
const atOnce = 100

type Decide = (booking: Booking, now: number, assigned: readonly string[]) => ReturnType<Step['decide']>

/** One system's move with its first offers in the same commit. One that somebody holds is left for the next turn. */
const takeUp = async (app: BookingDeps, tx: Tx, id: string, name: string, decide: Decide, found: FoundDrivers) => {
  let at = 0
  let assigned: readonly string[] = []
  const moved = await executeMove(app, tx, {
    id,
    name,
    actor: system,
    address: '',
    skipLocked: true,
    decide: (booking, now, _, chosen) => {
      at = now
      assigned = chosen
      return decide(booking, now, chosen)
    },
  })
  if (moved instanceof CommittedRefusal) return
  if (assigned.length > 0) await openReserved(app, tx, moved, assigned)
  await offerToDrivers(tx, app, moved, found, at)
  await app.failpoint.at(`${name}.before_commit`)
}

const takeUpEach = async (
  app: BookingDeps,
  name: string,
  due: readonly { readonly id: string }[],
  decide: Decide,
): Promise<void> => {
  const one = async (id: string): Promise<void> => {
    const booking = await selectBooking(app.db.jobs, id)
    if (booking === null) return
    // Asks the maps, so before the transaction; who is found is offered it only if its search begins.
    const found = await findDrivers(app, booking)
    await app.failpoint.at(`${name}.found`)
    await app.db.transact((tx) => takeUp(app, tx, id, name, decide, found))
  }
  const abreast = app.config.limits.dispatch.takenUpAbreast
  for (let from = 0; from < due.length; from += abreast)
    await Promise.all(
      due.slice(from, from + abreast).map(({ id }) =>
        one(id).catch((error: unknown) => {
          if (!(error instanceof AppError)) app.log.error({ err: error, booking: id }, `could not ${name} a booking`)
        }),
      ),
    )
}

/** design §8: bookings for later become dispatchable at their time, each once (T11: within 5 s). A task of the sweeper. */
export const releaseBookings = async (app: BookingDeps): Promise<void> => {
  const due = await bookingsToRelease(app.db.jobs, atOnce)
  if (due.length === 0) return
  const settings = await app.settings.current()
  await takeUpEach(app, 'release', due, (booking, now, assigned) =>
    release(booking, system, { settings, reserved: assigned.length > 0 }, now),
  )
}

/**
 * design §8 "then normal dispatch": what waits without a search is searched for once autoDispatch is on and nobody
 * assigned may still answer. A task of the sweeper.
 */
export const searchWaiting = async (app: BookingDeps): Promise<void> => {
  const settings = await app.settings.current()
  if (!settings.autoDispatch) return
  await takeUpEach(app, 'take-up', await bookingsWaiting(app.db.jobs, atOnce), (booking, now, assigned) =>
    searchAgain(booking, system, { settings, assigned: assigned.length > 0 }, now),
  )
}
