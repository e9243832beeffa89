import { mostBack } from '@remis/domain/booking/final-fare/correct-fare'
import type { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import { toMajor, type Minor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { listFareDebtsOf } from '../../wallet/debts/debts-of-bookings.ts'
import { findBooking } from '../booking-rows.ts'
import { selectCorrections } from './correction-store.ts'

/** The corrections of a booking: amounts for its rider, changes of the share for its driver [design/money-33]. */
export const listOwnCorrections: UseCase<Platform, typeof correctionsApi.listOwn> = async (
  { db: { request } },
  { params, who },
) => {
  const booking = await findBooking(request, params.id)
  if (booking === null) throw new AppError(404, 'not_found')
  const rows = await selectCorrections(request, params.id)
  return {
    rows: rows
      .map((row) => ({ ...row, amount: who.role === 'driver' ? row.share : row.amount }))
      .filter(({ amount }) => amount !== 0)
      .map(({ version, at, amount, reason }) => ({
        version,
        at,
        ...toDirected(amount, booking.tariff.exponent),
        reason,
      })),
  }
}

/** The amount as it is shown, in major units above 0. */
const toDirected = (amount: Minor, exponent: number) => ({
  direction: amount < 0 ? ('back' as const) : ('charge' as const),
  amount: toMajor(Math.abs(amount), exponent),
})

/** The corrections of a booking, and what of its fare can still be given back [design/money-96]. */
export const listCorrections: UseCase<Platform, typeof correctionsApi.list> = async (
  { db: { request } },
  { params },
) => {
  const booking = await findBooking(request, params.id)
  if (booking === null) throw new AppError(404, 'not_found')
  const { exponent } = booking.tariff
  const rows = await selectCorrections(request, params.id)
  const corrected = rows.reduce((sum, { amount }) => sum + amount, 0)
  const debts = await listFareDebtsOf(request, params.id)
  const most = mostBack(booking, { corrected, returnFee: booking.undelivered?.fee ?? 0, debts })
  const owed = debts.reduce((sum, { rest }) => sum + rest, 0)
  return {
    mostBack: toMajor(most, exponent),
    owed: toMajor(owed, exponent),
    rows: rows.map(({ version, at, amount, share, reason, by }) => ({
      version,
      at,
      ...toDirected(amount, exponent),
      share: toMajor(Math.abs(share), exponent),
      reason,
      by,
    })),
  }
}
