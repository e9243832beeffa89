import { useMutation } from '@tanstack/react-query'
import { usePressKey } from './use-press-key.ts'

interface Options<Sent, Answer> {
  /** whether an error ends the press, so that the same input is then a new call; default: only a success ends it */
  readonly isAnswer?: (error: Error) => boolean
  readonly onSuccess?: (answer: Answer) => unknown
  readonly onError: (error: Error, input: Sent) => void
  readonly onSettled?: () => unknown
}

/** A mutation with an idempotency key for each press: after a network failure the next press repeats the call. */
export const useKeyedCall = <Sent, Answer>(
  send: (input: Sent, press: { readonly key: string }) => Promise<Answer>,
  { isAnswer, onSuccess, onError, onSettled }: Options<Sent, Answer>,
) => {
  const pressKey = usePressKey()
  return useMutation({
    mutationFn: (input: Sent) => send(input, { key: pressKey.of(input) }),
    onSuccess: (answer) => {
      pressKey.answered()
      return onSuccess?.(answer)
    },
    onError: (error, input) => {
      if (isAnswer?.(error)) pressKey.answered()
      onError(error, input)
    },
    onSettled: () => onSettled?.(),
  })
}
