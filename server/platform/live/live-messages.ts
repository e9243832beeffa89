import { AppError } from '@remis/domain/messages/app-error'
import type { Socket } from 'socket.io'
import type { Limits } from '../runtime/limits.ts'
import { mapError } from '../http/error-mapper.ts'
import type { Logger } from '../runtime/logger.ts'
import type { Person } from '../http/use-case.ts'

/** Handles one kind of client message and returns the acknowledgement. It checks role and payload. */
export type OnMessage = (who: Person, payload: unknown) => Promise<unknown>

export interface MessageOptions {
  readonly on: Readonly<Record<string, OnMessage>>
  readonly limits: Limits['live']
  readonly log: Logger
}

/**
 * Acknowledges each message once, with the API's error shape when it fails; limits messages per connection and second
 * [design/live-11].
 */
export const listen = (socket: Socket, person: Person, { on, limits, log }: MessageOptions): void => {
  let second = 0
  let count = 0
  const countOne = (): void => {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) [second, count] = [now, 0]
    if (++count > limits.messagesPerSecond) throw new AppError(429, 'too_many_requests', { extra: { retryAfter: 1 } })
  }
  for (const [name, handle] of Object.entries(on)) {
    socket.on(name, (payload: unknown, ack: unknown) => {
      const answer = async (): Promise<unknown> => {
        try {
          countOne()
          return await handle(person, payload)
        } catch (error) {
          const { body, unknown } = mapError(error)
          if (unknown) log.error({ err: error, message: name }, 'a live message failed')
          return body
        }
      }
      void answer().then((result) => {
        if (typeof ack === 'function') (ack as (result: unknown) => void)(result)
      })
    })
  }
}
