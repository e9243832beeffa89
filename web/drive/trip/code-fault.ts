import { AppError } from '@remis/domain/messages/app-error'
import type { ActionState } from './action-sender.ts'

/** Refusals that the code pad shows beside the digits. */
export const codeFaults: readonly string[] = ['wrong_trip_code', 'trip_code_locked', 'trip_code_missing']

export interface CodeFault {
  readonly key: 'wrong_trip_code' | 'trip_code_locked' | 'trip_code_missing'
  /** tries left, where the server said so */
  readonly left: number | null
}

/** What was wrong with the code of the last try to start this trip; null once it is another action's turn. */
export const codeFaultOf = (
  { refused, phase }: Pick<ActionState, 'refused' | 'phase'>,
  id: string,
): CodeFault | null => {
  const error = refused?.error
  if (phase !== 'idle' || refused?.request.bookingId !== id || !(error instanceof AppError)) return null
  if (!codeFaults.includes(error.key)) return null
  const left = error.extra?.['triesLeft']
  return { key: error.key as CodeFault['key'], left: typeof left === 'number' ? left : null }
}
