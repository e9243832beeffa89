import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { searchAgain } from '@remis/domain/booking/moves/search-again'
import { AppError } from '@remis/domain/messages/app-error'
import { findDrivers } from '../../dispatch/search/find-drivers.ts'
import { offerToDrivers } from '../../dispatch/offers/offer-to-drivers.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { findBooking } from '../booking-rows.ts'
import { actorOf, runMove } from './run-move.ts'

/** A new search after one without a driver, with its first offers in the same commit [design/moves-40]. */
export const repeatSearch: UseCase<BookingDeps, typeof bookingsApi.searchAgain> = async (app, call) => {
  const settings = await app.settings.current()
  const unlocked = await findBooking(app.db.request, call.params.id)
  if (unlocked === null) throw new AppError(404, 'not_found')
  const found = await findDrivers(app, unlocked)
  return runMove(app, call, {
    name: 'search',
    decide: (booking, now) => searchAgain(booking, actorOf(call.who), { settings }, now),
    afterwards: async (tx, { booking, now }) => void (await offerToDrivers(tx, app, booking, found, now)),
  })
}
