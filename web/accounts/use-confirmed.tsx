import { useRef, useState, type ReactNode } from 'react'
import { NotConfirmed } from '../platform/api/call-outcome.ts'
import { keyOf } from '../platform/show-message.ts'
import { ConfirmPassword } from './ConfirmPassword.tsx'

interface Confirmed {
  /** rejects with `NotConfirmed` when the person closes the dialog */
  readonly run: <T>(send: () => Promise<T>) => Promise<T>
  /** the dialog to render while the password is asked for, else null; `run` waits for it */
  readonly dialog: ReactNode
}

/**
 * Runs a call that may need a recently confirmed password: if it fails with `confirm_password`, a dialog asks for the
 * password, then the call is repeated. `lead`: the reason shown; default: money leaves the wallet.
 */
export const useConfirmed = (lead?: string): Confirmed => {
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
    run: async <T,>(send: () => Promise<T>): Promise<T> => {
      for (;;)
        try {
          return await send()
        } catch (error) {
          if (keyOf(error) !== 'confirm_password') throw error
          if (!(await ask())) throw new NotConfirmed()
        }
    },
    dialog: asking ? (
      <ConfirmPassword
        {...(lead === undefined ? {} : { lead })}
        onConfirmed={() => end(true)}
        onClose={() => end(false)}
      />
    ) : null,
  }
}
