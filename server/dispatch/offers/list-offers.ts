import type { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { listOffersFor, listReservedFor } from './view-offers.ts'

/** The offers the driver can accept now. `now` lets the countdown follow the server's clock. */
export const listOffers: UseCase<Platform, typeof dispatchApi.offers> = async ({ db }, { who }) => {
  const now = await nowMs(db.request)
  return {
    rows: await listOffersFor(db.request, who.id, now),
    reserved: await listReservedFor(db.request, who.id, now),
    now,
  }
}
