import type { ChatMessage } from '@remis/domain/chat/chat-api'
import type { ChatType } from '@remis/domain/chat/chat-message'
import { answerWithin } from '../platform/sending/answer-within.ts'
import type { KeptBox } from '../platform/sending/kept-box.ts'

/** A message that the server has not taken yet. */
export interface KeptMessage {
  readonly clientId: string
  /** who wrote it; other users of this browser do not see or send it */
  readonly user: string
  readonly booking: string
  readonly type: ChatType
  readonly message: string
  readonly picture: Blob | null
  /** of the stored picture; null: not sent */
  readonly photo: string | null
  /** ms */
  readonly at: number
  /** key of the refusal; null: it is sent as soon as it can be */
  readonly refused: string | null
}

export interface Unsent extends KeptMessage {
  /** `waiting`: the network failed, a retry is planned */
  readonly phase: 'sending' | 'waiting' | 'refused'
  /** of the picture */
  readonly percent: number
}

interface Ways {
  readonly box: KeptBox<KeptMessage>
  /** resolves with the id of the stored picture; rejects with the error of the call */
  upload(message: KeptMessage, onProgress: (percent: number) => void): Promise<string>
  send(message: KeptMessage): Promise<ChatMessage>
  /** the server has it */
  sent(message: KeptMessage, stored: ChatMessage): void
  mayHaveHappened(error: unknown): boolean
  keyOf(error: unknown): string
  newId(): string
  now(): number
  readonly after: (ms: number, run: () => void) => unknown
}

/** What is sent: a text, the key of a quick reply, or a picture. */
export type Draft = Pick<KeptMessage, 'booking' | 'type' | 'message' | 'picture'>

export interface ChatSender {
  /** Of all chats, oldest first; a new list for each change. */
  state(): readonly Unsent[]
  subscribe(changed: () => void): () => void
  add(draft: Draft): Promise<void>
  /** Sends a refused message once more. */
  again(clientId: string): Promise<void>
  discard(clientId: string): Promise<void>
  /** Retries now, because the network is back. */
  retryNow(): void
}

const retryAfter = [1000, 3000, 8000, 20_000]
/** A message without an answer is sent again after this time, ms; later messages wait for it. */
const answerMs = 15_000
/** Messages that have waited longer than a day are dropped: their chat has closed (30 minutes after the trip). */
const keptForMs = 24 * 3_600_000

/**
 * Sends the messages of one person one at a time, to keep their order. Retries use the same id, so the server stores
 * each message once [design/chat-3].
 */
export const makeChatSender = (user: string, ways: Ways): ChatSender => {
  let list: readonly Unsent[] = []
  let running = false
  let failures = 0
  const listeners = new Set<() => void>()

  const show = (next: readonly Unsent[]) => {
    list = next
    listeners.forEach((changed) => changed())
  }
  const change = (clientId: string, part: Partial<Unsent>) =>
    show(list.map((one) => (one.clientId === clientId ? { ...one, ...part } : one)))
  const drop = (clientId: string) => show(list.filter((one) => one.clientId !== clientId))
  const keep = ({ phase: _phase, percent: _percent, ...message }: Unsent) => ways.box.put(message)
  const find = (clientId: string) => list.find((one) => one.clientId === clientId)

  const sendOne = async (clientId: string): Promise<void> => {
    change(clientId, { phase: 'sending', percent: 0 })
    const message = find(clientId)
    if (message === undefined) return
    if (message.picture !== null && message.photo === null) {
      const photo = await ways.upload(message, (percent) => change(clientId, { percent }))
      change(clientId, { photo, percent: 100 })
      const uploaded = find(clientId)
      if (uploaded === undefined) return
      await keep(uploaded)
    }
    const ready = find(clientId)
    if (ready === undefined) return
    const stored = await answerWithin(answerMs, ways.send(ready), ways.after)
    ways.sent(ready, stored)
    drop(clientId)
    await ways.box.remove(clientId)
  }

  const refuse = async (clientId: string, error: unknown) => {
    change(clientId, { phase: 'refused', refused: ways.keyOf(error) })
    const refused = find(clientId)
    if (refused !== undefined) await keep(refused)
  }

  const run = async () => {
    if (running) return
    running = true
    try {
      for (let next = nextOf(list); next !== undefined; next = nextOf(list))
        try {
          await sendOne(next.clientId)
          failures = 0
        } catch (error) {
          if (!ways.mayHaveHappened(error)) {
            await refuse(next.clientId, error)
            continue
          }
          failures += 1
          show(list.map((one) => (one.phase === 'refused' ? one : { ...one, phase: 'waiting', percent: 0 })))
          ways.after(retryAfter[Math.min(failures, retryAfter.length) - 1]!, () => void run())
          return
        }
    } finally {
      running = false
    }
  }

  const loaded = (async () => {
    for (const message of await ways.box.all()) {
      if (ways.now() - message.at > keptForMs) await ways.box.remove(message.clientId)
      else if (message.user === user && find(message.clientId) === undefined)
        show([
          ...list,
          { ...message, phase: message.refused === null ? ('waiting' as const) : ('refused' as const), percent: 0 },
        ])
    }
    show(list.toSorted((a, b) => a.at - b.at))
    await run()
  })()

  return {
    state: () => list,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    add: async (draft) => {
      const message: Unsent = {
        ...draft,
        clientId: ways.newId(),
        user,
        photo: null,
        at: ways.now(),
        refused: null,
        phase: 'sending',
        percent: 0,
      }
      show([...list, message])
      await keep(message)
      // what waited through a reload goes first
      await loaded
      await run()
    },
    again: async (clientId) => {
      change(clientId, { phase: 'waiting', refused: null })
      await run()
    },
    discard: async (clientId) => {
      drop(clientId)
      await ways.box.remove(clientId)
    },
    retryNow: () => void run(),
  }
}

const nextOf = (list: readonly Unsent[]): Unsent | undefined => list.find(({ phase }) => phase !== 'refused')
