import { AppError } from '@remis/domain/messages/app-error'
import type { ActionState } from './action-sender.ts'

const faults = {
  start: ['wrong_trip_code', 'trip_code_locked', 'trip_code_missing'],
  reach: ['wrong_delivery_code', 'delivery_code_locked', 'delivery_code_missing'],
} as const

/** Refusals that are shown beside the code: of the rider on the pad, of a parcel's receiver in the dialog. */
export const codeFaults: readonly string[] = Object.values(faults).flat()

/** The last try locks the code. */
const locked = { start: 'trip_code_locked', reach: 'delivery_code_locked' } as const

export interface CodeFault<A extends keyof typeof faults = 'start'> {
  readonly key: (typeof faults)[A][number]
  /** tries left, where the server said so and there are some */
  readonly left: number | null
}

/** The fault of the last code entered to start or end this trip; null if the last action was another one. */
export const codeFaultOf = <A extends keyof typeof faults>(
  { refused, phase }: Pick<ActionState, 'refused' | 'phase'>,
  id: string,
  action: A,
): CodeFault<A> | null => {
  const error = refused?.error
  if (phase !== 'idle' || refused?.request.bookingId !== id || !(error instanceof AppError)) return null
  const left = error.extra?.['triesLeft']
  const shown = left === 0 ? locked[action] : error.key
  const key = faults[action].find((one) => one === shown)
  return key === undefined ? null : { key, left: typeof left === 'number' && left > 0 ? left : null }
}
