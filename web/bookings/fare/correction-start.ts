import type { BookingView } from '@remis/domain/booking/booking-api'

export interface EarlierCorrection {
  readonly direction: 'back' | 'charge'
}

/**
 * The direction that the dialog of a correction begins with. A charge is proposed only where the difference of a capped
 * fare waits and none of it was charged yet [design/moves-65]; a quote that was held is final [design/moves-67].
 */
export const correctionStart = (
  { fare }: Pick<BookingView, 'fare'>,
  earlier: readonly EarlierCorrection[],
): 'back' | 'charge' => {
  const waits = fare?.charged === 'capped' && !earlier.some(({ direction }) => direction === 'charge')
  return waits ? 'charge' : 'back'
}
