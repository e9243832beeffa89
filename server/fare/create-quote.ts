import { checkQuotedTripdate } from '@remis/domain/booking/booking-checks'
import type { quotesApi } from '@remis/domain/fare/quotes-api'
import { faultError } from '@remis/domain/kit/check'
import type { DispatchDeps } from '../dispatch/dispatch-deps.ts'
import { isDriverNear } from '../dispatch/nearby/find-nearby.ts'
import { findPerson } from '../people/find-person.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { Person, UseCase } from '../platform/http/use-case.ts'
import { applyPromo } from './apply-promo.ts'
import { requireRider } from './find-quote.ts'
import { priceQuote, storeQuote, type FareDeps } from './price-quote.ts'
import { hasQuoteFor } from './quote-store.ts'
import { viewQuote } from './view-quote.ts'

/** The rider of the quote: the caller, or the rider that an admin names [booking-45]. */
const riderOf = async (app: FareDeps, who: Person, named: string | undefined): Promise<string> => {
  if (who.role === 'rider') return who.id
  return requireRider(named === undefined ? null : await findPerson(app.db.request, named)).id
}

/**
 * Creates a quote for one rider, used once and valid until it expires [design/moves-6], and says whether a driver is
 * near [design/dispatch-60].
 */
export const createQuote: UseCase<DispatchDeps, typeof quotesApi.create> = async (
  app,
  { body, who, address, commit },
) => {
  const tripdate = body.bookLater ? (body.tripdate ?? null) : null
  const { bookLaterDays } = await app.settings.current()
  const riderId = await riderOf(app, who, body.rider)
  if (body.bookLater) {
    // Checked on Book, before the route lookup [booking-25].
    const now = await nowMs(app.db.request)
    const quoted = tripdate !== null && (await hasQuoteFor(app.db.request, riderId, tripdate, now)) ? tripdate : null
    const fault = checkQuotedTripdate(tripdate, quoted, now, bookLaterDays)
    if (fault !== null) throw faultError(fault)
  }
  const plain = await priceQuote(app, {
    riderId,
    madeBy: who.id,
    carTypeId: body.carType,
    pickup: body.pickup,
    drop: body.drop,
    instruction: body.instructionData,
    tripdate,
  })
  const priced = body.promo?.trim() ? await applyPromo(app, plain, body.promo) : plain
  // Book Later skips this check [booking-27].
  const asked = !body.bookLater && app.nearby.mayAsk(who, address)
  const ride = { carTypeId: priced.car.id, customer: riderId }
  const freeDriver = asked ? await isDriverNear(app, body.pickup, ride) : null
  return commit(async (tx) => ({ quote: viewQuote(await storeQuote(app, tx, priced), priced), freeDriver }))
}
