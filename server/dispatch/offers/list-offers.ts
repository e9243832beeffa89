import type { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { listOffersFor, listReservedFor } from './view-offers.ts'

/** What the driver could take now. `now` lets the ring of time left follow the server's clock. */
export const listOffers: UseCase<Platform, typeof dispatchApi.offers> = async ({ db }, { who }) => {
  const now = await nowMs(db.request)
  return {
    rows: await listOffersFor(db.request, who.id, now),
    reserved: await listReservedFor(db.request, who.id, now),
    now,
  }
}
