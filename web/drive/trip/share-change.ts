import type { BookingView } from '@remis/domain/booking/booking-api'

export interface ShareChange {
  readonly key: `drive_share_${'more' | 'less'}${'' | '_driven'}`
  /** major units, above 0 */
  readonly amount: number
  readonly quoted: { readonly km: number; readonly seconds: number }
  readonly final: { readonly km: number; readonly seconds: number }
  /** what was charged in place of the way driven; null when the way driven was charged */
  readonly charged: NonNullable<NonNullable<BookingView['fare']>['charged']> | null
}

/** Why the driver's share differs from the request; null when it is the same, or not known yet. */
export const shareChange = ({ fare }: Pick<BookingView, 'fare'>): ShareChange | null => {
  const [before, after] = [fare?.quoted, fare?.final]
  if (before?.share === undefined || after?.share === undefined) return null
  const difference = after.share - before.share
  if (difference === 0) return null
  const driven = fare?.charged === 'track'
  return {
    key: `drive_share_${difference > 0 ? 'more' : 'less'}${driven ? '_driven' : ''}`,
    amount: Math.abs(difference),
    quoted: { km: before.distanceKm, seconds: before.seconds },
    final: { km: after.distanceKm, seconds: after.seconds },
    charged: driven ? null : (fare?.charged ?? null),
  }
}
