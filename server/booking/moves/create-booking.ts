import type { Booking } from '@remis/domain/booking/booking'
import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { checkTripdate } from '@remis/domain/booking/booking-checks'
import { checkDelivery } from '@remis/domain/booking/delivery-checks'
import type { Change } from '@remis/domain/booking/move'
import { newBooking } from '@remis/domain/booking/moves/create'
import type { Settings } from '@remis/domain/backoffice/settings'
import { releaseAt } from '@remis/domain/dispatch/search'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { anyoneFree, findDrivers, type FoundDrivers } from '../../dispatch/search/find-drivers.ts'
import { offerToDrivers } from '../../dispatch/offers/offer-to-drivers.ts'
import { carTypeFacts } from '../../fare/car-type-facts.ts'
import { applyPromo } from '../../fare/apply-promo.ts'
import { priceQuote, storeQuote, type Priced } from '../../fare/price-quote.ts'
import type { Quote } from '../../fare/quote.ts'
import { findQuote, spendQuote, takeQuote } from '../../fare/take-quote.ts'
import { viewQuote } from '../../fare/view-quote.ts'
import { lockPerson } from '../../people/find-person.ts'
import type { Tx } from '../../platform/database/database.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import { CommittedRefusal, type Call, type UseCase } from '../../platform/http/use-case.ts'
import { lockBalances } from '../../wallet/lock-balances.ts'
import { actorOf } from '../actor-of.ts'
import { matchesQuote, isForAnotherRider, placeOf, tripdateOf, type BookingRequest } from '../agrees.ts'
import { drawBookingId } from '../booking-id.ts'
import type { BookingDeps } from '../booking-needs.ts'
import { countOpen } from '../booking-rows.ts'
import { insertBooking } from '../booking-store.ts'
import { applyEffects } from './apply-effects.ts'
import { promoOfQuote } from '../promo-of-quote.ts'
import { QuoteStale } from '../quote-stale.ts'
import { seeBooking } from '../read/view-booking.ts'
import { drawTripCode } from '../trip-code.ts'

type CreateCall = Call<typeof bookingsApi.create>

/** What was asked before the transaction. */
interface Asked {
  readonly settings: Settings
  /** null: nobody is looked for yet, it is for later */
  readonly found: FoundDrivers | null
}

/** By card where a gateway takes the currency; every amount of the request is ignored (design §4). */
const refuseCard = ({ gateways }: BookingDeps, currency: string): void => {
  if (!gateways.some((gateway) => gateway.takes(currency)))
    throw new AppError(422, 'payment_mode_unavailable', { fields: { payment_mode: 'no card provider is set up' } })
}

const instructionOf = ({ instructionData: data }: BookingRequest) => ({
  deliveryPerson: data?.deliveryPerson ?? null,
  deliveryPersonPhone: data?.deliveryPersonPhone ?? null,
  pickUpInstructions: data?.pickUpInstructions ?? null,
  deliveryInstructions: data?.deliveryInstructions ?? null,
})

/** Is it offered to drivers as soon as it is made? */
const isDue = (body: BookingRequest, settings: Settings, now: number): boolean =>
  releaseAt({ bookLater: body.bookLater, tripdate: body.tripdate ?? now, bookingDate: now }, settings) <= now

/** Draws ids until one is free: 50 bits make a second draw a rarity. */
export const insertWithId = async (tx: Tx, make: (id: string) => { booking: Booking; change: Change }) => {
  for (let draw = 1; draw <= 5; draw++) {
    const made = make(drawBookingId())
    if (await insertBooking(tx, made.booking)) return made
  }
  throw new Error('five drawn booking ids in a row were taken')
}

const book = async (app: BookingDeps, call: CreateCall, tx: Tx, { settings, found }: Asked): Promise<Booking> => {
  const { body, who } = call
  const quote: Quote = await takeQuote(tx, body.quote)
  await app.failpoint.at('create.locked')
  const now = await nowMs(tx)
  if (quote.expiresAt <= now) throw new QuoteStale()
  // The rider's row keeps two bookings at once from both seeing room for one more.
  const rider = await lockPerson(tx, quote.riderId)
  if (rider === null) throw new AppError(404, 'quote_not_found')
  if ((await countOpen(tx, rider.id)) >= app.config.limits.booking.openPerRider)
    throw new AppError(422, 'active_booking_limit')
  const actor = actorOf(who)
  const promo = await promoOfQuote(tx, quote, settings)
  const walletBalance = (await lockBalances(tx, [rider.id]))(rider.id)
  const carType = await carTypeFacts(tx, quote.carTypeId)
  const { booking, change } = await insertWithId(tx, (id) => {
    const made = newBooking(
      {
        id,
        appcat: app.config.appCategory,
        quote: { ...quote, ...quote.chosen },
        carType,
        customer: {
          id: rider.id,
          name: rider.name,
          email: rider.email,
          contact: rider.mobile,
          image: rider.image,
          walletBalance,
        },
        payment_mode: body.paymentPacket.payment_mode,
        bookLater: body.bookLater,
        tripdate: tripdateOf(body),
        instruction: instructionOf(body),
        promo,
        settings,
        code: drawTripCode(),
      },
      actor,
      now,
    )
    if ('refuse' in made) throw made.refuse
    return made
  })
  await applyEffects(app, tx, { before: null, after: booking, chosen: [], change, actor, address: call.address, now })
  await spendQuote(tx, quote.id, booking.id, now)
  if (found !== null) await offerToDrivers(tx, app, booking, found, now)
  await app.failpoint.at('create.before_commit')
  return booking
}

/** The new price has the old one's promo if it may still be used; else it says why not. */
const withPromo = async (app: BookingDeps, plain: Priced, promo: Quote['promo']) => {
  if (promo === null) return { priced: plain, refused: null }
  try {
    return { priced: await applyPromo(app, plain, promo.promo_name), refused: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { priced: plain, refused: error.key }
  }
}

/** 409 with a price for what the request asks for now, stored like any other: shown before Confirm (design §6). */
const quoteAgain = async (app: BookingDeps, call: CreateCall, old: Quote): Promise<never> => {
  const { body, who } = call
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
    const quote = viewQuote(await storeQuote(app, tx, priced), priced.car)
    return new CommittedRefusal(new AppError(409, 'quote_expired', { extra: { quote, promo: refused } }))
  })
  throw new Error('a refused call went on')
}

/**
 * Book Now and Book Later (spec 1 §4 "Creation", §5 "Booking"; design §6, §8): on a quote, used once. Booking, event,
 * offers and live events are one commit. The driver check is dispatch's own question, asked just before.
 */
export const createBooking: UseCase<BookingDeps, typeof bookingsApi.create> = async (app, call) => {
  const { body, who } = call
  const delivery = app.config.appCategory === 'delivery'
  const fault = delivery ? checkDelivery(instructionOf(body), who.role === 'admin' ? 'admin' : 'landing') : null
  if (fault !== null) throw faultError(fault)
  const now = await nowMs(app.db.request)
  const late = body.bookLater ? checkTripdate(body.tripdate, now) : null
  if (late !== null) throw faultError(late)
  const quote = await findQuote(app.db.request, body.quote)
  if (quote.usedAt !== null) throw new AppError(409, 'quote_used')
  if (who.role === 'admin' && isForAnotherRider(body, quote))
    throw new AppError(422, 'select_proper', { fields: { rider: 'not the rider of the price' } })
  const settings = await app.settings.current()
  // spec 1 §5: a rider's delivery is paid by card in full
  if (body.paymentPacket.payment_mode === 'card' || (delivery && who.role === 'rider')) refuseCard(app, settings.code)
  const expired = quote.expiresAt <= now || quote.tariff.currency !== settings.code
  if (expired || !matchesQuote(body, quote)) return quoteAgain(app, call, quote)
  const found = isDue(body, settings, now) ? await findDrivers(app, quote) : null
  // spec 1 §5: Book Later skips this check
  if (!body.bookLater && found !== null && !anyoneFree(found)) throw new AppError(422, 'no_driver_found_alert_messege')
  try {
    return await call.commit(async (tx) => {
      const booking = await book(app, call, tx, { settings, found })
      return { booking: await seeBooking(app, tx, booking, who, !settings.AllowCriticalEditsAdmin) }
    })
  } catch (error) {
    if (error instanceof QuoteStale) return quoteAgain(app, call, quote)
    throw error
  }
}
