import { useRef, useState } from 'react'
import { keyOf } from '../platform/show-message.ts'

/**
 * Runs a call that may need the password of the last minutes: when it is refused with `confirm_password`, `asking` is
 * true until the dialog answers, then the call is made once more. Closing the dialog rejects with the refusal.
 */
export const useConfirmed = () => {
  const [asking, setAsking] = useState(false)
  const answer = useRef<(confirmed: boolean) => void>(() => undefined)
  const ask = () =>
    new Promise<boolean>((done) => {
      answer.current = done
      setAsking(true)
    })
  const end = (confirmed: boolean) => {
    setAsking(false)
    answer.current(confirmed)
  }
  return {
    asking,
    onConfirmed: () => end(true),
    onClose: () => end(false),
    run: async <T>(send: () => Promise<T>): Promise<T> => {
      try {
        return await send()
      } catch (error) {
        if (keyOf(error) !== 'confirm_password' || !(await ask())) throw error
        return send()
      }
    },
  }
}
