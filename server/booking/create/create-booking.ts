import { deviceKind } from '@remis/domain/accounts/device-kind'
import type { Booking } from '@remis/domain/booking/booking'
import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { checkDelivery, checkQuotedTripdate } from '@remis/domain/booking/booking-checks'
import { variants } from '@remis/domain/booking/variant'
import { newBooking } from '@remis/domain/booking/moves/create'
import type { Settings } from '@remis/domain/backoffice/settings'
import { releaseAt } from '@remis/domain/dispatch/search'
import { faultError } from '@remis/domain/kit/check'
import { latinDigits } from '@remis/domain/kit/digits'
import { toMinor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { isDriverNear } from '../../dispatch/nearby/find-nearby.ts'
import { isAnyDriverFree, findDrivers, type FoundDrivers } from '../../dispatch/search/find-drivers.ts'
import { offerToDrivers } from '../../dispatch/offers/offer-to-drivers.ts'
import { carTypeFacts } from '../../fare/car-type-facts.ts'
import { findQuote, spendQuote, lockUnusedQuote, requireRider } from '../../fare/find-quote.ts'
import { lockPerson } from '../../people/find-person.ts'
import type { Tx } from '../../platform/database/database.ts'
import { pipelined, queueWrite } from '../../platform/database/pipeline/pipeline.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { Call, UseCase } from '../../platform/http/use-case.ts'
import { lockWallets } from '../../wallet/balances.ts'
import {
  isForAnotherRider,
  lockPromoOfQuote,
  matchesQuote,
  QuoteStale,
  tripdateOf,
  type BookingRequest,
} from './match-quote.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { hasBooked } from '../booking-rows.ts'
import { hasPromisedDebts, listUnpaidBookings } from '../rider-dues.ts'
import { viewBookingFor } from '../read/view-booking.ts'
import { drawDeliveryCode, drawTripCode, insertWithId } from '../booking-codes.ts'
import { applyEffects } from '../moves/apply-effects.ts'
import { actorOf } from '../moves/run-move.ts'
import { refuseWithNewQuote } from './refuse-with-new-quote.ts'
import { checkRiderLimits, readRiderLimits } from './rider-limits.ts'

type CreateCall = Call<typeof bookingsApi.create>

/** Read before the transaction. */
interface Prepared {
  readonly settings: Settings
  /**
   * The outcome of the search, or a refusal because no driver is near; null: no search yet, the booking is for later
   */
  readonly lookAt: () => FoundDrivers | null
}

/** Card mode needs a gateway that takes the currency [design/moves-12]. */
const checkCard = ({ gateways }: BookingDeps, currency: string): void => {
  if (!gateways.some((gateway) => gateway.takes(currency)))
    throw new AppError(422, 'payment_mode_unavailable', { fields: { payment_mode: 'no card provider is set up' } })
}

const instructionOf = ({ instructionData: data }: BookingRequest) => ({
  deliveryPerson: data?.deliveryPerson ?? null,
  deliveryPersonPhone: data?.deliveryPersonPhone === undefined ? null : latinDigits(data.deliveryPersonPhone),
  pickUpInstructions: data?.pickUpInstructions ?? null,
  deliveryInstructions: data?.deliveryInstructions ?? null,
})

/** Whether drivers get offers as soon as the booking is made. */
const isDue = (body: BookingRequest, settings: Settings, now: number): boolean =>
  releaseAt({ bookLater: body.bookLater, tripdate: body.tripdate ?? now, bookingDate: now }, settings) <= now

interface Booked {
  readonly booking: Booking
  /** database clock, ms */
  readonly now: number
}

const book = async (app: BookingDeps, call: CreateCall, tx: Tx, { settings, lookAt }: Prepared): Promise<Booked> => {
  const { body, who } = call
  const { debtInCash } = body
  const [quote, now] = await pipelined([lockUnusedQuote(tx, body.quote), nowMs(tx)])
  await app.failpoint.at('create.locked')
  if (quote.expiresAt <= now) throw new QuoteStale()
  // Locked so that two concurrent bookings cannot both find room below the limit [design/moves-10].
  const [person, room] = await pipelined([
    lockPerson(tx, quote.riderId),
    who.role === 'rider' ? readRiderLimits(app, tx, quote.riderId) : undefined,
  ])
  const rider = requireRider(person)
  // A rider suspended during a trip can still send calls [design/people-6]; an admin does not book for a suspended
  // rider.
  if (rider.suspended) throw new AppError(403, 'account_suspended')
  // The bookings of a rider who lost the approval end [design/people-27].
  if (!rider.approved) throw new AppError(403, 'require_approval')
  if (room !== undefined) {
    // [design/accounts-96]
    if (settings.phoneBeforeFirstBooking && !rider.mobileVerified && !(await hasBooked(tx, rider.id)))
      throw new AppError(422, 'phone_code_needed')
    checkRiderLimits(app, room, settings, now)
  }
  const actor = actorOf(who)
  const promo = await lockPromoOfQuote(tx, quote, settings, now)
  const [wallet, unpaid, carType] = await pipelined([
    lockWallets(tx, [rider.id]),
    listUnpaidBookings(tx, rider.id),
    carTypeFacts(tx, quote.carTypeId),
  ])
  const { balance: walletBalance, owed } = wallet(rider.id)
  const promised = owed > 0 && (await hasPromisedDebts(tx, rider.id))
  const { booking, change, found } = await insertWithId(tx, (id) => {
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
          dues: { owed, unpaid, promised },
        },
        payment_mode: body.paymentPacket.payment_mode,
        ...(debtInCash === undefined ? {} : { debtInCash: toMinor(debtInCash, quote.tariff.exponent) }),
        bookLater: body.bookLater,
        tripdate: tripdateOf(body),
        instruction: instructionOf(body),
        promo,
        settings,
        code: drawTripCode(),
        deliveryCode: drawDeliveryCode(),
      },
      actor,
      now,
    )
    if ('refuse' in made) throw made.refuse
    // Last check, so that earlier refusals reveal nothing about drivers [design/access-85].
    return { ...made, found: lookAt() }
  })
  const { address } = call
  const device = deviceKind(call.userAgent)
  await applyEffects(app, tx, { before: null, after: booking, assigned: [], change, actor, address, device, now })
  await queueWrite(tx, spendQuote(tx, quote.id, booking.id, now))
  // A new booking has no offers.
  if (found !== null) await offerToDrivers(tx, app, booking, found, now, [])
  await app.failpoint.at('create.before_commit')
  return { booking, now }
}

/**
 * Creates a Book Now or Book Later from a quote, which is used once. Booking, event, offers and live events are one
 * commit [design/principles-2]. The Book Now check is the search of dispatch, run just before, on exact positions
 * [design/dispatch-60].
 */
export const createBooking: UseCase<BookingDeps, typeof bookingsApi.create> = async (app, call) => {
  const { body, who } = call
  const variant = variants[app.config.appCategory]
  const fault = variant.needsRecipient
    ? checkDelivery(instructionOf(body), who.role === 'admin' ? 'admin' : 'landing')
    : null
  if (fault !== null) throw faultError(fault)
  const now = await nowMs(app.db.request)
  const settings = await app.settings.current()
  const quote = await findQuote(app.db.request, body.quote)
  const quoted = quote.expiresAt > now ? quote.tripdate : null
  const late = body.bookLater ? checkQuotedTripdate(body.tripdate, quoted, now, settings.bookLaterDays) : null
  if (late !== null) throw faultError(late)
  if (quote.usedAt !== null) throw new AppError(409, 'quote_used')
  if (who.role === 'admin' && isForAnotherRider(body, quote))
    throw new AppError(422, 'select_proper', { fields: { rider: 'not the rider of the quote' } })
  // A rider pays a delivery in full by card [delivery-10].
  const upFront = variant.paysUpFront && who.role === 'rider'
  if (body.paymentPacket.payment_mode === 'card' || upFront) checkCard(app, settings.code)
  const expired = quote.expiresAt <= now || quote.tariff.currency !== settings.code
  if (expired || !matchesQuote(body, quote)) return refuseWithNewQuote(app, call, quote)
  const ride = { ...quote, customer: quote.riderId }
  const find = () => findDrivers(app, ride, now)
  const commit = (lookAt: Prepared['lookAt']) =>
    call.commit(async (tx) => {
      const { booking, now: bookedAt } = await book(app, call, tx, { settings, lookAt })
      return { booking: await viewBookingFor(app, tx, booking, who, bookedAt) }
    })
  try {
    // Book Later skips the check [booking-27]; the office sees the drivers anyway.
    if (!body.bookLater && who.role !== 'admin') {
      const roughly = () => isDriverNear(app, quote.pickup, ride)
      return await app.nearby.confirm(who, call.address, { find, isNear: isAnyDriverFree, roughly }, commit)
    }
    const found = isDue(body, settings, now) ? await find() : null
    if (!body.bookLater && found !== null && !isAnyDriverFree(found))
      throw new AppError(422, 'no_driver_found_alert_messege')
    return await commit(() => found)
  } catch (error) {
    if (error instanceof QuoteStale) return refuseWithNewQuote(app, call, quote)
    throw error
  }
}
