import { assignApi } from '@remis/domain/dispatch/assign-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { earningsApi } from '@remis/domain/dispatch/earnings-api'
import type { BookingDeps } from '../booking/booking-deps.ts'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { assignDriver } from './assign-driver.ts'
import { closeReservationsOfLeavers } from './remove-from-dispatch.ts'
import { unassignDriver } from './unassign-driver.ts'
import { driverDay } from './drivers/driver-day.ts'
import { driverEarnings } from './drivers/driver-earnings.ts'
import { goOnline } from './drivers/go-online.ts'
import { listAssignable } from './drivers/list-assignable.ts'
import { silenceSweep } from './drivers/set-silent-offline.ts'
import { bookingOffers } from './offers/booking-offers.ts'
import { listOffers } from './offers/list-offers.ts'
import { followDrivers } from './offers/release-offers.ts'
import { renderOffers } from './offers/render-offer.ts'
import { deleteOldRecords } from './search/delete-old-records.ts'
import { searchSweeps } from './search/sweep-searches.ts'

export const dispatch: Feature<BookingDeps> = {
  endpoints: [
    ...serve<BookingDeps, typeof dispatchApi>(dispatchApi, {
      day: driverDay,
      goOnline,
      offers: listOffers,
      ofBooking: bookingOffers,
    }),
    ...serve<BookingDeps, typeof assignApi>(assignApi, {
      drivers: listAssignable,
      assign: assignDriver,
      unassign: unassignDriver,
    }),
    ...serve<BookingDeps, typeof earningsApi>(earningsApi, { mine: driverEarnings }),
  ],
  views: (app) => {
    const view = renderOffers(app)
    return { offer: ({ subject }, viewer) => view(subject, viewer) }
  },
  sweeps: (app) => ({
    'silent drivers': { everyMs: 60_000, run: silenceSweep(app) },
    'reservations of drivers who left': { everyMs: 10_000, run: () => closeReservationsOfLeavers(app) },
    'old dispatch records': { everyMs: 3_600_000, run: () => deleteOldRecords(app) },
    ...searchSweeps(app),
  }),
  consumers: (app) => ({ offers: { handle: followDrivers(app.drivers), soon: true } }),
}
