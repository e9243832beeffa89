import { toMetre } from '@remis/domain/kit/distance'
import type { Booking } from '@remis/domain/booking/booking'
import type { Considered } from '@remis/domain/dispatch/eligible-drivers'
import { dispatchPolicies } from '@remis/domain/dispatch/dispatch-policy'
import { isDeclined, searchTurn, type OpenOffer, type SearchTurn } from '@remis/domain/dispatch/search'
import type { NoticeDraft } from '@remis/domain/notices/notice'
import type { Tx } from '../../platform/database/database.ts'
import { queueWrite } from '../../platform/database/pipeline/pipeline.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import type { FoundDrivers } from '../search/find-drivers.ts'
import { insertRecord, toRecorded, type RecordedDriver } from '../search/record-store.ts'
import { selectOffers, toOpenOffer, upsertOffers } from './offer-store.ts'
import { addOfferEvents } from './change-offers.ts'

export type OfferDeps = Pick<DispatchDeps, 'config' | 'notify' | 'settings'>

type RunningTurn = Extract<SearchTurn, { over: false }>

/** Only for a driver's first offer in a search [design/dispatch-16]. */
const newBookingNotice = (booking: Booking, driver: string): NoticeDraft => ({
  user: driver,
  message: 'notice_new_booking',
  params: { pickup: booking.pickup.add },
  screen: 'DriverTrips',
  bookingId: booking.id,
})

/** Writes the offers of a turn. A renewed one keeps its wave and its first time. Returns the drivers. */
const makeOffers = (
  tx: Tx,
  { id, searches: search }: Booking,
  { pickupSeconds }: FoundDrivers,
  offers: readonly OpenOffer[],
  { ask, renew, wave, expiresAt }: RunningTurn,
  now: number,
): Promise<string[]> => {
  const before = new Map(offers.map((offer) => [offer.driver, offer]))
  const toMake = ({ driver, km }: Considered, ofWave: number, askedAt: number) => ({
    driver: driver.id,
    pickupDistance: toMetre(km ?? 0),
    pickupTime: pickupSeconds.get(driver.id) ?? null,
    wave: ofWave,
    askedAt,
  })
  const again = (one: Considered) => {
    const known = before.get(one.driver.id)
    return toMake(one, known?.wave ?? 1, known?.askedAt ?? now)
  }
  return upsertOffers(tx, id, [...ask.map((one) => toMake(one, wave, now)), ...renew.map(again)], {
    search,
    now,
    expiresAt,
  })
}

/**
 * One turn of a NEW booking's search: offers it to the next drivers that the dispatch policy chooses, and renews
 * unanswered offers. The caller's transaction holds the booking's lock or has just created it. Stores the dispatch
 * record. Does nothing without a running search. `found` comes from `findDrivers`, called before the transaction;
 * `now`: database clock, ms; `known`: the booking's offers, where the caller has read them behind the lock. Returns the
 * number of offers made.
 */
export const offerToDrivers = async (
  tx: Tx,
  app: OfferDeps,
  booking: Booking,
  found: FoundDrivers,
  now: number,
  known?: readonly OpenOffer[],
): Promise<number> => {
  const { searchUntil, searches: number } = booking
  if (booking.status !== 'NEW' || searchUntil === null) return 0
  const offers = known ?? (await selectOffers(tx, [booking.id])).map(toOpenOffer)
  const policy = dispatchPolicies[(await app.settings.current()).dispatchPolicy]
  const { offerSeconds } = app.config.limits.dispatch
  const turn = searchTurn({ number, until: searchUntil }, offers, found, { policy, offerSeconds }, now)
  if (turn.over) return 0
  const made = await makeOffers(tx, booking, found, offers, turn, now)
  const isFirst = !offers.some((offer) => offer.search === number && offer.kind === 'dispatch')
  if (turn.ask.length > 0 || isFirst)
    await queueWrite(
      tx,
      insertRecord(tx, booking.id, {
        search: number,
        wave: turn.ask.length > 0 ? turn.wave : null,
        offered: turn.ask.length,
        considered: recorded(found, offers, { number, wave: turn.wave, asked: turn.ask, isFirst }),
      }),
    )
  await addOfferEvents(tx, booking.id, made)
  const askedFirst = new Set(turn.ask.map((one) => one.driver.id))
  await app.notify(
    tx,
    made.filter((driver) => askedFirst.has(driver)).map((driver) => newBookingNotice(booking, driver)),
  )
  return made.length
}

interface RecordedTurn {
  /** of the search */
  readonly number: number
  readonly wave: number
  readonly asked: readonly Considered[]
  readonly isFirst: boolean
}

/**
 * The drivers written to the record: all in a search's first record, then those asked or dropped in this turn. The
 * others are in another record of the search.
 */
const recorded = (
  { considered, pickupSeconds }: FoundDrivers,
  offers: readonly OpenOffer[],
  { number, wave, asked, isFirst }: RecordedTurn,
): RecordedDriver[] => {
  const now = new Set(asked.map(({ driver }) => driver.id))
  const before = new Map(offers.map((offer) => [offer.driver, offer]))
  return considered.flatMap((one) => {
    const { id } = one.driver
    const had = before.get(id)
    const reason = one.reason ?? (had !== undefined && isDeclined(had, number) ? 'declined' : null)
    if (!isFirst && reason === null && !now.has(id)) return []
    return [
      toRecorded(one, {
        seconds: pickupSeconds.get(id) ?? null,
        reason,
        wave: now.has(id) ? wave : had?.search === number ? had.wave : null,
      }),
    ]
  })
}
