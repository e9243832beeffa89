import type { BookingPhotoKind } from '@remis/domain/files/file-kinds'
import { makeRequestSender, type SenderDeps, type SenderState } from '../../platform/sending/request-sender.ts'

/** The driver's actions on a trip, in their order. */
export type DriverAction = 'arrive' | 'start' | 'couldNotDeliver' | 'reach' | 'pay' | 'notPaid'

/** An action with the request of the first press, repeated unchanged with one idempotency key. */
export interface PendingAction {
  readonly bookingId: string
  readonly action: DriverAction
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
  /** the server's time at the press, ms */
  readonly pressedAt?: number
  /** photos that are sent first, as far as they were taken; the request names their files under these keys */
  readonly photos?: Readonly<Record<string, BookingPhotoKind>>
  /** the files of the photos once all are known: a photo that is taken later is not part of this request */
  readonly files?: Readonly<Record<string, string>>
}

/** Where an action of this driver waits to be sent. */
export const actionName = (driver: string): string => `remis.action.${driver}`

export type ActionState = SenderState<PendingAction>

/** Sends one action at a time; it is kept through network failures and reloads until the server answers. */
export const makeActionSender = <Reply>(name: string, deps: SenderDeps<PendingAction, Reply>) => {
  const { replace, ...sender } = makeRequestSender(name, readAction, deps)
  return {
    ...sender,
    /** False while another action is pending. */
    run(action: PendingAction): boolean {
      if (sender.state().pending !== null) return false
      replace(action)
      return true
    },
  }
}
export type ActionSender = ReturnType<typeof makeActionSender>

const actions: readonly string[] = [
  'arrive',
  'start',
  'couldNotDeliver',
  'reach',
  'pay',
  'notPaid',
] satisfies DriverAction[]

const readAction = (stored: unknown): PendingAction | null => {
  const value = stored as Partial<PendingAction> | null
  const whole =
    typeof value?.bookingId === 'string' &&
    typeof value.key === 'string' &&
    typeof value.body === 'object' &&
    actions.includes(value.action ?? '')
  return whole ? (value as PendingAction) : null
}
