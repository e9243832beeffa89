import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { AppError } from '@remis/domain/messages/app-error'
import { applyPromo } from '../../fare/apply-promo.ts'
import { requireRider } from '../../fare/find-quote.ts'
import { priceQuote, storeQuote, type Priced } from '../../fare/price-quote.ts'
import type { Quote } from '../../fare/quote.ts'
import { viewQuote } from '../../fare/view-quote.ts'
import { findPerson } from '../../people/find-person.ts'
import { CommittedRefusal, type Call } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { placeOf, tripdateOf } from './match-quote.ts'

/** Applies the old quote's promo to the new price. `refused`: the message key if the promo cannot be used. */
const withPromo = async (app: BookingDeps, plain: Priced, promo: Quote['promo']) => {
  if (promo === null) return { priced: plain, refused: null }
  try {
    return { priced: await applyPromo(app, plain, promo.promo_name), refused: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { priced: plain, refused: error.key }
  }
}

/** Stores a new quote for the request and throws 409 `quote_expired` with it [design/moves-7]. */
export const refuseWithNewQuote = async (
  app: BookingDeps,
  call: Call<typeof bookingsApi.create>,
  old: Quote,
): Promise<never> => {
  const { body, who } = call
  requireRider(await findPerson(app.db.request, old.riderId))
  const plain = await priceQuote(app, {
    riderId: old.riderId,
    madeBy: who.id,
    carTypeId: body.carDetails.id,
    pickup: placeOf(body.pickup, old.pickup),
    drop: placeOf(body.drop, old.drop),
    instruction: body.instructionData,
    tripdate: tripdateOf(body),
  })
  const { priced, refused } = await withPromo(app, plain, old.promo)
  await call.commit(async (tx) => {
    const quote = viewQuote(await storeQuote(app, tx, priced), priced)
    return new CommittedRefusal(new AppError(409, 'quote_expired', { extra: { quote, promo: refused } }))
  })
  throw new Error('a committed refusal was not thrown')
}
