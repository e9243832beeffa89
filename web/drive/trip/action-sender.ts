import type { BookingPhotoKind } from '@remis/domain/files/file-kinds'

/** The driver's actions on a trip, in their order. */
export type DriverAction = 'arrive' | 'start' | 'couldNotDeliver' | 'reach' | 'pay' | 'notPaid'

/** An action with the request of the first press, repeated unchanged with one idempotency key. */
export interface PendingAction {
  readonly bookingId: string
  readonly action: DriverAction
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
  /** photos that are sent first; the request names their files under these keys */
  readonly photos?: Readonly<Record<string, BookingPhotoKind>>
}

export interface ActionState {
  readonly pending: PendingAction | null
  /** `waiting`: the network failed, a retry is planned */
  readonly phase: 'idle' | 'sending' | 'waiting'
  /** the last action was refused; forgotten with the next one */
  readonly refused?: { readonly action: PendingAction; readonly error: unknown }
}

interface Ways<Reply> {
  /** rejects with the error of the call */
  send(action: PendingAction): Promise<Reply>
  mayHaveHappened(error: unknown): boolean
  done(action: PendingAction, reply: Reply): void
  refused(action: PendingAction, error: unknown): void
  readonly store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly after: (ms: number, run: () => void) => unknown
}

export interface ActionSender {
  state(): ActionState
  subscribe(changed: () => void): () => void
  /** False while another action is pending. */
  run(action: PendingAction): boolean
  /** Retries now, because the network is back. */
  poke(): void
  /** Stops retrying; the state of the server counts. */
  forget(): void
}

const retryAfter = [1000, 2000, 4000, 8000, 15_000]
const idle: ActionState = { pending: null, phase: 'idle' }

/** Sends one action at a time and keeps it through network failures and reloads until the server answers. */
export const makeActionSender = <Reply>(name: string, ways: Ways<Reply>): ActionSender => {
  const kept = readAction(ways.store.getItem(name))
  let state: ActionState = kept === null ? idle : { pending: kept, phase: 'waiting' }
  let failures = 0
  const listeners = new Set<() => void>()

  const become = (next: ActionState) => {
    state = next
    try {
      if (next.pending === null) ways.store.removeItem(name)
      else ways.store.setItem(name, JSON.stringify(next.pending))
    } catch {
      // no storage: the action stays in memory
    }
    listeners.forEach((changed) => changed())
  }

  const attempt = async () => {
    const { pending } = state
    if (pending === null || state.phase === 'sending') return
    become({ pending, phase: 'sending' })
    try {
      const reply = await ways.send(pending)
      if (state.pending !== pending) return
      failures = 0
      become(idle)
      ways.done(pending, reply)
    } catch (error) {
      if (state.pending !== pending) return
      if (!ways.mayHaveHappened(error)) {
        become({ ...idle, refused: { action: pending, error } })
        ways.refused(pending, error)
        return
      }
      failures += 1
      become({ pending, phase: 'waiting' })
      ways.after(retryAfter[Math.min(failures, retryAfter.length) - 1]!, () => void attempt())
    }
  }

  if (kept !== null) void attempt()

  return {
    state: () => state,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    run(action) {
      if (state.pending !== null) return false
      failures = 0
      state = { pending: action, phase: 'waiting' }
      void attempt()
      return true
    },
    poke: () => void attempt(),
    forget() {
      become(idle)
    },
  }
}

const actions: readonly string[] = [
  'arrive',
  'start',
  'couldNotDeliver',
  'reach',
  'pay',
  'notPaid',
] satisfies DriverAction[]

const readAction = (stored: string | null): PendingAction | null => {
  try {
    const value = JSON.parse(stored ?? 'null') as Partial<PendingAction> | null
    const whole =
      typeof value?.bookingId === 'string' &&
      typeof value.key === 'string' &&
      typeof value.body === 'object' &&
      actions.includes(value.action ?? '')
    return whole ? (value as PendingAction) : null
  } catch {
    return null
  }
}
