import type { ClaimedPosition } from '@remis/domain/safety/safety-alert'
import type { OwnAlert } from '@remis/domain/safety/safety-api'
import { answerWithin } from '../platform/sending/answer-within.ts'
import { makeRequestSender, type SenderDeps } from '../platform/sending/request-sender.ts'

/** A press of the panic button, or an answer that asks for help, that the office may not have yet. */
export interface PendingAlert {
  readonly bookingId: string
  /** idempotency key of its call */
  readonly key: string
  /** by the server's clock, ms */
  readonly pressedAt: number
  readonly position: ClaimedPosition | null
  /** the question that was answered; null: the panic button was pressed */
  readonly question: string | null
}

/** A call without an answer counts as failed after this long, ms. */
const answerMs = 10_000

/** Keeps an alert through lost connections and reloads until the server has answered [design/safety-5]. */
export const makeAlertSender = (
  name: string,
  newKey: () => string,
  deps: SenderDeps<PendingAlert, OwnAlert | null>,
) => {
  const sender = makeRequestSender(name, readAlert, {
    ...deps,
    send: (alert) => answerWithin(answerMs, deps.send(alert), deps.after),
  })
  let last = sender.state().pending
  const begin = (alert: PendingAlert) => {
    last = alert
    sender.replace(alert)
  }
  return {
    state: sender.state,
    subscribe: sender.subscribe,
    retryNow: sender.retryNow,
    press: (bookingId: string, pressedAt: number, position: ClaimedPosition | null, question: string | null = null) =>
      begin({ bookingId, key: newKey(), pressedAt, position, question }),
    /**
     * The position that the phone found after the press. It needs a new key because the body differs; the server
     * recognises the press by its time.
     */
    locate: (position: ClaimedPosition) => {
      if (last !== null && sender.state().refused === undefined) begin({ ...last, key: newKey(), position })
    },
  }
}
export type AlertSender = ReturnType<typeof makeAlertSender>

const readAlert = (stored: unknown): PendingAlert | null => {
  const value = stored as Partial<PendingAlert> | null
  const whole =
    typeof value?.bookingId === 'string' && typeof value.key === 'string' && typeof value.pressedAt === 'number'
  return whole ? { position: null, question: null, ...(value as Omit<PendingAlert, 'position' | 'question'>) } : null
}
