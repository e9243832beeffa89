import type { Contract, Input, Reply } from '@remis/domain/kit/endpoint'
import { showFailure } from '../show-message.ts'
import { isRefused } from './call-outcome.ts'
import { call } from './call.ts'
import { pressMs } from './plain-call.ts'
import { useKeyedCall } from './use-keyed-call.ts'

interface Options<E extends Contract> {
  /** makes the call */
  readonly run?: <T>(send: () => Promise<T>) => Promise<T>
  readonly onSuccess?: (reply: Reply<E>) => unknown
  /** before the failure is shown */
  readonly onError?: (error: Error, input: Input<E>) => void
  readonly onSettled?: () => unknown
  /** shows the failure; default: its message and its code */
  readonly show?: (error: Error) => void
}

/**
 * Sends the call of a press that must happen once. After a network failure the next press retries it with the same
 * idempotency key; an answer, also a refusal, ends the key. Shows failures [design/web-157].
 */
export const usePress = <E extends Contract>(
  endpoint: E,
  { run = (send) => send(), onSuccess, onError, onSettled, show = showFailure }: Options<E> = {},
) =>
  useKeyedCall(
    (input: Input<E>, { key }): Promise<Reply<E>> => run(() => call(endpoint, input, { key, within: pressMs })),
    {
      isAnswer: isRefused,
      ...(onSuccess === undefined ? {} : { onSuccess }),
      onError: (error, input) => {
        onError?.(error, input)
        show(error)
      },
      ...(onSettled === undefined ? {} : { onSettled }),
    },
  )
