import { openDebtOf } from '@remis/domain/booking/unpaid/open-debt'
import { chatOpenMs } from '@remis/domain/chat/chat-window'
import type { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import type { ReplySource } from '@remis/domain/kit/endpoint'
import { owesTooMuch } from '@remis/domain/dispatch/driver-debt'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { initialsOf, riderShownMs } from '@remis/domain/privacy/rider-after-trip'
import { AppError } from '@remis/domain/messages/app-error'
import { firstName } from '@remis/domain/people/first-name'
import type { UseCase } from '../../platform/http/use-case.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import { lastPosition } from '../../tracking/stored-positions.ts'
import { findBalance } from '../../wallet/balances.ts'
import { findBusyBookingId, listUnpaidOfDriver } from '../../booking/read/driver-trips.ts'
import { listJustEnded } from '../../booking/read/just-ended.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { sumOf } from './driver-earnings.ts'
import { selectDrivers, type DriverRow } from './driver-store.ts'
import { selectBars } from './earnings-store.ts'

/** The most unpaid and the most ended trips on the page; older ones are in the list of trips. */
const unpaidShown = 5
const endedShown = 3

type Day = ReplySource<typeof dispatchApi.day>

/** Why this driver gets no offers, the most important reason first; null: offers can come [design/dispatch-25]. */
const hintFor = (
  driver: DriverRow,
  facts: { readonly inDebt: boolean; readonly positionAge: number; readonly freshMs: number },
): Day['hint'] => {
  if (!driver.approved) return 'not-approved'
  if (driver.documents_expired) return 'documents-expired'
  if (driver.car_type_id === null) return 'no-car-type'
  if (facts.inDebt) return 'negative-balance'
  return driver.driver_active_status && facts.positionAge > facts.freshMs ? 'no-position' : null
}

/** Online switch, today's trips and earnings by settlement time in the operator's zone, and why no offers come. */
export const viewDay = async (app: DispatchDeps, id: string): Promise<Day> => {
  const db = app.db.request
  const settings = await app.settings.current()
  const [driver] = await selectDrivers(db, [id])
  if (driver === undefined) throw new AppError(404, 'not_found')
  const today = sumOf(await selectBars(db, id, 'today', settings.timezone))
  const activeBooking = await findBusyBookingId(db, id)
  const unpaid = await listUnpaidOfDriver(db, id, unpaidShown)
  const ended = await listJustEnded(db, id, endedShown)
  const balance = await findBalance(db, id)
  const seen = app.lastPositions.get(id) ?? (await lastPosition(db, id))
  const now = await nowMs(db)
  const exponent = exponentOf(settings.code)
  const hint = hintFor(driver, {
    inDebt: owesTooMuch(balance, settings),
    positionAge: seen === null ? Infinity : now - seen.at,
    freshMs: settings.positionFreshSeconds * 1000,
  })
  return {
    online: driver.driver_active_status,
    canTakeOffers: hint === null,
    hint,
    tripsToday: today.trips,
    earnedToday: toMajor(today.earned, exponent),
    walletBalance: toMajor(balance, exponent),
    unpaid: unpaid.map(({ id: trip, payable_amount, payment_mode, debt_due, customer_name, end_time }) => ({
      id: trip,
      customer_name: now > (end_time ?? now) + riderShownMs ? initialsOf(customer_name) : firstName(customer_name),
      payableAmount: toMajor(payable_amount, exponent),
      debt: openDebtOf({ status: 'PENDING', payment_mode, debtDue: toMajor(debt_due, exponent) }),
    })),
    justEnded: ended.map((trip) => ({
      id: trip.id,
      customer_name: firstName(trip.customer_name),
      until: (trip.known_end ?? now) + chatOpenMs,
    })),
    activeBooking,
    lastFixSeq: seen?.seq ?? 0,
  }
}

export const driverDay: UseCase<DispatchDeps, typeof dispatchApi.day> = (app, { who }) => viewDay(app, who.id)
