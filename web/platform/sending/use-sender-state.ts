import { useEffect, useSyncExternalStore } from 'react'
import { useConnection } from '../live/connection.ts'

interface Sender<State> {
  state(): State
  subscribe(changed: () => void): () => void
  /** retries now */
  retryNow(): void
}

/** The state of a sender of requests. The sender retries when the connection is back. */
export const useSenderState = <State>(sender: Sender<State>): State => {
  const state = useSyncExternalStore(
    (changed) => sender.subscribe(changed),
    () => sender.state(),
  )
  const connection = useConnection()
  useEffect(() => {
    if (connection === 'online') sender.retryNow()
  }, [connection, sender])
  return state
}
