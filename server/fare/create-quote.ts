import type { quotesApi } from '@remis/domain/booking/quotes-api'
import { AppError } from '@remis/domain/messages/app-error'
import { findPerson } from '../people/find-person.ts'
import type { Person, UseCase } from '../platform/use-case.ts'
import { applyPromo } from './apply-promo.ts'
import { priceQuote, storeQuote, type FareNeeds } from './price-quote.ts'
import { viewQuote } from './view-quote.ts'

/** Whose quote it is: the rider's own, or the rider an admin names (spec 1 §5: there a rider must be chosen too). */
const riderOf = async (app: FareNeeds, who: Person, named: string | undefined): Promise<string> => {
  if (who.role === 'rider') return who.id
  const rider = named === undefined ? null : await findPerson(app.db.request, named)
  if (rider === null || rider.role !== 'rider')
    throw new AppError(422, 'select_proper', { fields: { rider: 'unknown' } })
  return rider.id
}

/** A price for one rider that the server honours until it expires; used once (design §6 "Quote"). */
export const createQuote: UseCase<FareNeeds, typeof quotesApi.create> = async (app, { body, who, commit }) => {
  // Book Later comes with an issue of its own; a price that could not be booked is not given.
  if (body.bookLater) throw new AppError(422, 'book_later_unavailable')
  const riderId = await riderOf(app, who, body.rider)
  const plain = await priceQuote(app, {
    riderId,
    madeBy: who.id,
    carTypeId: body.carType,
    pickup: body.pickup,
    drop: body.drop,
    instruction: body.instructionData,
  })
  const priced = body.promo?.trim() ? await applyPromo(app, plain, body.promo) : plain
  return commit(async (tx) => ({ quote: viewQuote(await storeQuote(app, tx, priced), priced.car) }))
}
