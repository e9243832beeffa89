import { useState } from 'react'
import { newKey } from './plain-call.ts'

export const makePressKey = () => {
  let last: { readonly sent: string; readonly key: string } | null = null
  const keys = {
    /** The idempotency key of this input: the one of the last press when that sent the same, else a new one. */
    of: (input: unknown): string => {
      const sent = JSON.stringify(input)
      if (last?.sent !== sent) last = { sent, key: newKey() }
      return last.key
    },
    /** The last press has an answer: the same input is sent as a new call. */
    answered: (): void => {
      last = null
    },
    /** Sends an input with its key; without an answer the next press of the same input has the same key. */
    send: async <T>(input: unknown, run: (key: string) => Promise<T>): Promise<T> => {
      const reply = await run(keys.of(input))
      keys.answered()
      return reply
    },
  }
  return keys
}

/** Keys of presses: what is sent again after a network failure has the key of before, so it is done once. */
export const usePressKey = () => useState(makePressKey)[0]
