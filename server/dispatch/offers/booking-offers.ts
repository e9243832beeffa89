import type { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { isLive } from '@remis/domain/dispatch/search'
import { AppError } from '@remis/domain/messages/app-error'
import { findBooking } from '../../booking/booking-rows.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { selectDrivers, type DriverRow } from '../drivers/driver-store.ts'
import { selectRecords, type RecordedDriver } from '../search/record-store.ts'
import { selectOffers, toOpenOffer } from './offer-store.ts'
import { nameOf } from '../../platform/database/schema/full-name.ts'

const nameIfFound = (row: DriverRow | undefined): string => (row === undefined ? '' : nameOf(row))

/** A record from before dispatch in waves has neither time nor wave. */
const recordedOf = (
  { driver, km, reason, seconds = null, wave = null }: Partial<RecordedDriver>,
  byId: ReadonlyMap<string, DriverRow>,
) => ({
  driver: driver ?? '',
  name: nameIfFound(byId.get(driver ?? '')),
  km: km ?? null,
  seconds,
  reason: reason ?? null,
  wave,
})

/** For admins: the drivers considered for a booking with the reasons, and the offers made [design/dispatch-4]. */
export const bookingOffers: UseCase<Platform, typeof dispatchApi.ofBooking> = async ({ db: { lists } }, { params }) => {
  const booking = await findBooking(lists, params.id)
  if (booking === null) throw new AppError(404, 'not_found')
  const offers = await selectOffers(lists, [params.id])
  const records = await selectRecords(lists, params.id)
  const now = await nowMs(lists)
  const considered = records.flatMap((record) => record.considered as readonly Partial<RecordedDriver>[])
  const drivers = await selectDrivers(lists, [
    ...new Set([...offers.map((offer) => offer.driver_id), ...considered.flatMap(({ driver }) => driver ?? [])]),
  ])
  const byId = new Map(drivers.map((driver) => [driver.id, driver]))
  return {
    now,
    offers: offers.map((offer) => {
      const driver = byId.get(offer.driver_id)
      const free = driver !== undefined && driver.driver_active_status && !driver.queue
      return {
        driver: offer.driver_id,
        driver_name: nameIfFound(driver),
        kind: offer.kind,
        wave: offer.wave,
        pickupTime: offer.pickup_time,
        offeredAt: offer.offered_at,
        expiresAt: offer.expires_at,
        outcome: offer.outcome,
        live: booking.status === 'NEW' && free && offer.offered_at <= now && isLive(toOpenOffer(offer), now),
      }
    }),
    records: records.map((record) => ({
      sweep: record.sweep,
      at: record.at,
      search: record.search,
      wave: record.wave,
      offered: record.offered,
      considered: (record.considered as Partial<RecordedDriver>[]).map((one) => recordedOf(one, byId)),
    })),
  }
}
