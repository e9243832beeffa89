import type { BookingPhotoKind } from '@remis/domain/files/file-kinds'
import { useMemo } from 'react'
import { newKey } from '../../platform/api/plain-call.ts'
import { serverNow } from '../../platform/api/server-clock.ts'
import { useSenderState } from '../../platform/sending/use-sender-state.ts'
import { arePositionsRefused, unsentPositions } from '../positions/driver-positions.ts'
import { positionsFor } from './action-positions.ts'
import type { DriverAction } from './action-sender.ts'
import { readTripsAgain, tripSenderOf } from './trip-sender.ts'

export const useTripActions = (driver: string) => {
  const sender = useMemo(() => tripSenderOf(driver), [driver])
  const state = useSenderState(sender)
  return {
    ...state,
    run: (
      bookingId: string,
      action: DriverAction,
      body: Record<string, unknown> = {},
      photos?: Readonly<Record<string, BookingPhotoKind>>,
    ) => {
      const pressedAt = Math.round(serverNow())
      void sender.run({
        bookingId,
        action,
        key: newKey(),
        body: {
          ...positionsFor(action, unsentPositions(driver), arePositionsRefused(driver)),
          // [design/moves-95]
          ...(action === 'reach' ? { pressedAt } : {}),
          ...body,
        },
        pressedAt,
        ...(photos === undefined ? {} : { photos }),
      })
    },
    forget: () => {
      sender.forget()
      readTripsAgain()
    },
  }
}
export type TripActions = ReturnType<typeof useTripActions>
