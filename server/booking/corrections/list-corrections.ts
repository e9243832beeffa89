import type { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import { toMajor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { findBooking } from '../booking-rows.ts'
import { selectCorrections } from './correction-store.ts'

/** The corrections of a booking, for the office. */
export const listCorrections: UseCase<Platform, typeof correctionsApi.list> = async (
  { db: { request } },
  { params },
) => {
  const booking = await findBooking(request, params.id)
  if (booking === null) throw new AppError(404, 'not_found')
  const { exponent } = booking.tariff
  const rows = await selectCorrections(request, params.id)
  return {
    rows: rows.map(({ version, at, amount, share, reason, by }) => ({
      version,
      at,
      direction: amount < 0 ? ('back' as const) : ('charge' as const),
      amount: toMajor(Math.abs(amount), exponent),
      share: toMajor(Math.abs(share), exponent),
      reason,
      by,
    })),
  }
}
