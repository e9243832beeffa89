import type { Fix } from '@remis/domain/tracking/tracking-api'
import { batchOf, caughtUp, confirmed, put, readQueue, type PositionQueue, type Reading } from './position-queue.ts'

export interface PositionAnswer {
  readonly lastSeq: number
  readonly dropped: number
}

interface Ways {
  /** over the socket; rejects when it is down or does not answer in time */
  bySocket(fixes: Fix[]): Promise<PositionAnswer>
  byHttp(fixes: Fix[]): Promise<PositionAnswer>
  readonly store: Pick<Storage, 'getItem' | 'setItem'>
  readonly after: (ms: number, run: () => void) => unknown
}

export interface PositionSender {
  /** What the server has of this driver; nothing is sent before it is known. */
  begin(lastSeq: number): void
  add(reading: Reading): void
  /** Try now: the link came back. */
  poke(): void
  /** For `reach`, which carries what was not confirmed yet (at most 500). */
  unsent(): Fix[]
}

const retryAfter = [1000, 2000, 4000, 8000, 15_000]

/** Sends a driver's positions one batch at a time: socket first, then HTTP, then again later. Nothing is lost on a reload. */
export const makePositionSender = (name: string, ways: Ways): PositionSender => {
  let queue: PositionQueue = readQueue(ways.store.getItem(name))
  let sending = false
  let begun = false
  let failures = 0
  let waiting = false

  const keep = (next: PositionQueue) => {
    queue = next
    try {
      ways.store.setItem(name, JSON.stringify(next))
    } catch {
      // storage is full or forbidden: the queue lives on in memory
    }
  }

  const send = async () => {
    if (sending || !begun || queue.unsent.length === 0) return
    sending = true
    const sent = batchOf(queue)
    try {
      const answer = await ways.bySocket(sent).catch(() => ways.byHttp(sent))
      failures = 0
      keep(confirmed(queue, sent, answer.lastSeq))
    } catch {
      failures += 1
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
      if (!sending) keep(caughtUp(queue, lastSeq))
      begun = true
      void send()
    },
    add(reading) {
      keep(put(queue, reading))
      if (failures === 0) void send()
    },
    poke() {
      void send()
    },
    unsent: () => queue.unsent.slice(-500),
  }
}
