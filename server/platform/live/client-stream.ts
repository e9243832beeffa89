import { canResume } from '@remis/domain/live/resume'
import { roomsOf, type Mark } from '@remis/domain/live/live-events'
import type { Database } from '../database/database.ts'
import { readKeptBatched, type EventStream, type StreamEvent } from './event-stream.ts'
import { readMissed } from './missed-events.ts'
import type { Limits } from '../runtime/limits.ts'
import type { Person } from '../http/use-case.ts'

/** The viewer's view of an event, made when it is sent; null when they may no longer see it, or it is gone. */
export type Render = (event: StreamEvent, viewer: Person) => Promise<unknown>

export interface Transport {
  hello(hello: { epoch: string; seq: number; reset: boolean; now: number }): void
  /** Must be sent in this order and all of them. */
  events(events: readonly { epoch: string; seq: number; kind: string; subject: string; payload: unknown }[]): void
  /** Disconnects a client that is too slow, or for which a view fails; it reconnects and resumes. */
  drop(): void
}

export interface ClientStreamOptions {
  readonly person: Person
  readonly mark: Mark | null
  readonly db: Database
  readonly stream: EventStream
  readonly limits: Limits['live']
  readonly render: Readonly<Record<string, Render>>
  readonly transport: Transport
  readonly onError: (error: unknown) => void
}

/** Views made at once, so that their queries are batched. */
const MOST_AT_ONCE = 100

/**
 * One client's position in the stream: backfill after its mark, then live, each event once and in order. Events that
 * arrive while the backfill is read wait in the queue; the cut between both is the stream's cursor at the start.
 */
export class ClientStream {
  readonly #options: ClientStreamOptions
  readonly #queue: StreamEvent[] = []
  #last = 0
  #open = false
  #pumping = false
  #closed = false

  constructor(options: ClientStreamOptions) {
    this.#options = options
  }

  /** Events of its rooms; its socket must have joined them before `start`. */
  push(events: readonly StreamEvent[]): void {
    if (this.#closed) return
    this.#queue.push(...events)
    if (this.#queue.length > this.#options.limits.replay) this.#drop()
    else this.#pump()
  }

  async start(): Promise<void> {
    const { stream, mark, transport } = this.#options
    const cut = stream.cursor
    const kept = await readKeptBatched(this.#options.db.jobs, undefined)
    const resumed = await this.#backfill(cut, kept)
    if (this.#closed) return
    this.#last = resumed && mark ? mark.seq : cut
    transport.hello({
      epoch: stream.epoch,
      seq: Math.max(cut, this.#last),
      reset: resumed === undefined,
      now: kept.now,
    })
    if (resumed) this.#queue.unshift(...resumed)
    this.#open = true
    this.#pump()
  }

  /** Events between the mark and the cut, or undefined when the client has to reload everything. */
  async #backfill(
    cut: number,
    { oldest, newest }: { oldest: number; newest: number },
  ): Promise<StreamEvent[] | undefined> {
    const { db, stream, mark, limits } = this.#options
    const kept = { epoch: stream.epoch, oldest: Math.max(oldest, cut - limits.replayReads + 1), newest }
    if (!canResume(mark, kept)) return undefined
    const rooms = roomsOf(this.#options.person)
    const missed = await readMissed(db.jobs, { after: mark.seq, until: cut, limit: limits.replay + 1, rooms })
    return missed.length > limits.replay ? undefined : missed
  }

  close(): void {
    this.#closed = true
    this.#queue.length = 0
  }

  #drop(): void {
    this.close()
    this.#options.transport.drop()
  }

  #pump(): void {
    if (!this.#open || this.#pumping || this.#closed) return
    this.#pumping = true
    this.#sendAll().catch((error: unknown) => {
      this.#options.onError(error)
      this.#drop()
    })
  }

  async #sendAll(): Promise<void> {
    try {
      while (this.#queue.length > 0 && !this.#closed) await this.#send(this.#queue.splice(0, MOST_AT_ONCE))
    } finally {
      // Not in a later microtask: the next push has to restart the pump.
      this.#pumping = false
    }
  }

  async #send(events: readonly StreamEvent[]): Promise<void> {
    const { render, person, transport, stream } = this.#options
    const fresh: StreamEvent[] = []
    for (const event of events) if (event.seq > (fresh.at(-1)?.seq ?? this.#last)) fresh.push(event)
    const payloads = await Promise.all(fresh.map(async (event) => render[event.kind]?.(event, person)))
    if (this.#closed) return
    this.#last = fresh.at(-1)?.seq ?? this.#last
    transport.events(
      fresh.flatMap(({ seq, kind, subject }, index) => {
        const payload = payloads[index] ?? null
        return payload === null ? [] : [{ epoch: stream.epoch, seq, kind, subject, payload }]
      }),
    )
  }
}
