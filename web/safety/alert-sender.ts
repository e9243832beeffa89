import type { OwnAlert } from '@remis/domain/safety/safety-api'
import type { ClaimedPosition } from '@remis/domain/safety/safety-alert'

/** A press of the panic button that the office may not have yet. */
export interface PendingAlert {
  readonly bookingId: string
  /** idempotency key of its call */
  readonly key: string
  /** by the server's clock, ms */
  readonly pressedAt: number
  readonly position: ClaimedPosition | null
}

export interface AlertSending {
  readonly pending: PendingAlert | null
  /** `waiting`: it could not be sent, and is tried again */
  readonly phase: 'idle' | 'sending' | 'waiting'
  /** the last press was refused for good; forgotten with the next one */
  readonly refused?: { readonly bookingId: string; readonly error: unknown }
}

interface Ways {
  /** rejects with the error of the call */
  send(alert: PendingAlert): Promise<OwnAlert>
  /** it may be sent again: the network, a busy server, an ended session */
  mayPass(error: unknown): boolean
  done(alert: PendingAlert, reply: OwnAlert): void
  readonly newKey: () => string
  readonly store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly after: (ms: number, run: () => void) => unknown
}

export interface AlertSender {
  state(): AlertSending
  subscribe(changed: () => void): () => void
  press(bookingId: string, pressedAt: number, position: ClaimedPosition | null): void
  /** The position that the phone found after the press. */
  locate(position: ClaimedPosition): void
  /** Tries now, because the network is back. */
  poke(): void
}

const retryAfter = [1000, 2000, 4000, 8000, 15_000]
/** A call without an answer counts as failed after this long, ms. */
const answerWithin = 10_000
const idle: AlertSending = { pending: null, phase: 'idle' }

/** Keeps an alert through lost connections and reloads until the server has answered [design/safety-5]. */
export const makeAlertSender = (name: string, ways: Ways): AlertSender => {
  const kept = readAlert(ways.store.getItem(name))
  let state: AlertSending = kept === null ? idle : { pending: kept, phase: 'waiting' }
  let last: PendingAlert | null = kept
  let failures = 0
  const listeners = new Set<() => void>()

  const become = (next: AlertSending) => {
    state = next
    try {
      if (next.pending === null) ways.store.removeItem(name)
      else ways.store.setItem(name, JSON.stringify(next.pending))
    } catch {
      // no storage: the alert stays in memory
    }
    listeners.forEach((changed) => changed())
  }

  const inTime = (sent: Promise<OwnAlert>): Promise<OwnAlert> =>
    Promise.race([
      sent,
      new Promise<never>((_, reject) => void ways.after(answerWithin, () => reject(new Error('no answer')))),
    ])

  const attempt = async () => {
    const { pending } = state
    if (pending === null || state.phase === 'sending') return
    become({ pending, phase: 'sending' })
    try {
      const reply = await inTime(ways.send(pending))
      if (state.pending !== pending) return
      failures = 0
      become(idle)
      ways.done(pending, reply)
    } catch (error) {
      if (state.pending !== pending) return
      if (!ways.mayPass(error)) return become({ ...idle, refused: { bookingId: pending.bookingId, error } })
      failures += 1
      become({ pending, phase: 'waiting' })
      ways.after(retryAfter[Math.min(failures, retryAfter.length) - 1]!, () => void attempt())
    }
  }

  const begin = (alert: PendingAlert) => {
    failures = 0
    last = alert
    become({ pending: alert, phase: 'waiting' })
    void attempt()
  }

  if (kept !== null) void attempt()

  return {
    state: () => state,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    press: (bookingId, pressedAt, position) => begin({ bookingId, key: ways.newKey(), pressedAt, position }),
    // Another body needs another key; the server knows the press by its time.
    locate: (position) => {
      if (last !== null && state.refused === undefined) begin({ ...last, key: ways.newKey(), position })
    },
    poke: () => void attempt(),
  }
}

const readAlert = (stored: string | null): PendingAlert | null => {
  try {
    const value = JSON.parse(stored ?? 'null') as Partial<PendingAlert> | null
    const whole =
      typeof value?.bookingId === 'string' && typeof value.key === 'string' && typeof value.pressedAt === 'number'
    return whole ? { position: null, ...(value as Omit<PendingAlert, 'position'>) } : null
  } catch {
    return null
  }
}
