import type { Fix, PositionsSent } from '@remis/domain/tracking/tracking-api'
import {
  batchOf,
  caughtUp,
  confirmed,
  laterThan,
  put,
  readQueue,
  type PositionQueue,
  type Reading,
} from './position-queue.ts'

interface Ways {
  /** rejects when the socket is down or does not answer in time */
  bySocket(fixes: Fix[]): Promise<PositionsSent>
  byHttp(fixes: Fix[]): Promise<PositionsSent>
  readonly store: Pick<Storage, 'getItem' | 'setItem'>
  readonly after: (ms: number, run: () => void) => unknown
}

export interface PositionSender {
  /** Starts after the last number that the server has; nothing is sent before. */
  begin(lastSeq: number): void
  add(reading: Reading): void
  /** Retries now, because the link is back. */
  retryNow(): void
  /** The unconfirmed fixes, at most 4500. */
  unsent(): Fix[]
  /** The server takes the positions of another phone of this driver [design/tracking-20]. */
  refused(): boolean
}

const retryAfter = [1000, 2000, 4000, 8000, 15_000]

/** Sends a driver's positions one batch at a time: by socket, else by HTTP, else later. The queue survives a reload. */
export const makePositionSender = (name: string, ways: Ways): PositionSender => {
  let queue: PositionQueue = readQueue(ways.store.getItem(name))
  let sending = false
  let begun = false
  let failures = 0
  let waiting = false
  let refused = false

  const save = (next: PositionQueue) => {
    queue = next
    try {
      ways.store.setItem(name, JSON.stringify(next))
    } catch {
      // storage is full or forbidden: the queue stays in memory
    }
  }

  const send = async () => {
    if (sending || !begun || queue.unsent.length === 0) return
    sending = true
    const sent = batchOf(queue)
    try {
      const answer = await ways.bySocket(sent).catch(() => ways.byHttp(sent))
      refused = answer.lastSeq < sent[0]!.seq
      failures = refused ? failures + 1 : 0
      // This phone may be the next to send, from where the other one stops [design/tracking-50].
      save(refused ? laterThan(queue, answer.lastAt ?? -Infinity) : confirmed(queue, sent, answer.lastSeq))
    } catch {
      failures += 1
      // A move may have made this phone the sender meanwhile.
      refused = false
    } finally {
      sending = false
    }
    if (failures === 0) await send()
    else if (!waiting) {
      waiting = true
      ways.after(retryAfter[Math.min(failures, retryAfter.length) - 1]!, () => {
        waiting = false
        void send()
      })
    }
  }

  return {
    begin(lastSeq) {
      if (!sending) save(caughtUp(queue, lastSeq))
      begun = true
      void send()
    },
    add(reading) {
      save(put(queue, reading))
      if (!waiting) void send()
    },
    retryNow() {
      void send()
    },
    unsent: () => [...queue.unsent],
    refused: () => refused,
  }
}
