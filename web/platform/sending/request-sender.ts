import { keptStore } from './kept-store.ts'

export interface SenderState<Request> {
  readonly pending: Request | null
  /** `waiting`: it could not be sent, and a retry is planned */
  readonly phase: 'idle' | 'sending' | 'waiting'
  /** the last request was refused; cleared by the next one */
  readonly refused?: { readonly request: Request; readonly error: unknown }
}

export interface SenderDeps<Request, Reply> {
  /** completes the request before its first try; the result is stored, so that each try sends the same */
  complete?(request: Request): Promise<Request>
  /** rejects with the error of the call */
  send(request: Request): Promise<Reply>
  /** whether the request is sent again after this error; otherwise it counts as refused */
  mayRetry(error: unknown): boolean
  done(request: Request, reply: Reply): void
  refused?(request: Request, error: unknown): void
  readonly store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** `setTimeout` */
  readonly after: (ms: number, run: () => void) => unknown
}

export interface RequestSender<Request> {
  readonly state: () => SenderState<Request>
  readonly subscribe: (changed: () => void) => () => void
  /** Sends this request; a pending one is given up. */
  readonly replace: (request: Request) => void
  /** Retries now, because the network is back. */
  readonly retryNow: () => void
  /** Gives up the pending request. */
  readonly forget: () => void
}

/** Whether a request waits under this name, without the code that sends it. */
export const hasKeptRequest = (name: string): boolean => keptStore().getItem(name) !== null

const retryAfter = [1000, 2000, 4000, 8000, 15_000]

/**
 * Sends one request at a time, unchanged at each retry, and keeps it in the store under `name` until the server has
 * answered, so that it survives lost connections and reloads.
 * @param read the request of a stored value, null when it is not one
 */
export const makeRequestSender = <Request, Reply>(
  name: string,
  read: (stored: unknown) => Request | null,
  deps: SenderDeps<Request, Reply>,
): RequestSender<Request> => {
  const kept = read(parse(deps.store.getItem(name)))
  const idle: SenderState<Request> = { pending: null, phase: 'idle' }
  let state: SenderState<Request> = kept === null ? idle : { pending: kept, phase: 'waiting' }
  let failures = 0
  const listeners = new Set<() => void>()

  const become = (next: SenderState<Request>) => {
    state = next
    try {
      if (next.pending === null) deps.store.removeItem(name)
      else deps.store.setItem(name, JSON.stringify(next.pending))
    } catch {
      // no storage: the request stays in memory
    }
    listeners.forEach((changed) => changed())
  }

  const attempt = async () => {
    let { pending } = state
    if (pending === null || state.phase === 'sending') return
    become({ pending, phase: 'sending' })
    try {
      if (deps.complete !== undefined) {
        const whole = await deps.complete(pending)
        if (state.pending !== pending) return
        pending = whole
        become({ pending, phase: 'sending' })
      }
      const reply = await deps.send(pending)
      if (state.pending !== pending) return
      become(idle)
      deps.done(pending, reply)
    } catch (error) {
      if (state.pending !== pending) return
      if (!deps.mayRetry(error)) {
        become({ ...idle, refused: { request: pending, error } })
        deps.refused?.(pending, error)
        return
      }
      failures += 1
      become({ pending, phase: 'waiting' })
      deps.after(retryAfter[Math.min(failures, retryAfter.length) - 1]!, () => void attempt())
    }
  }

  if (kept !== null) void attempt()

  return {
    state: () => state,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    replace: (request) => {
      failures = 0
      become({ pending: request, phase: 'waiting' })
      void attempt()
    },
    retryNow: () => void attempt(),
    forget: () => become(idle),
  }
}

const parse = (stored: string | null): unknown => {
  try {
    return JSON.parse(stored ?? 'null')
  } catch {
    return null
  }
}
