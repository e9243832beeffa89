import { useState, type ReactNode } from 'react'
import { keyOf, showError } from '../../platform/show-message.ts'
import { ConfirmPassword } from '../ConfirmPassword.tsx'
import { reloadSecurity } from './security-query.ts'

interface Change {
  /** Runs a change; asks for the password first where the server wants it again. */
  readonly run: (work: () => Promise<unknown>) => void
  readonly busy: boolean
  /** The dialog for the password, while it is asked. */
  readonly asking: ReactNode
}

/** One change of how to sign in at a time [design/accounts-67]. */
export const useChange = (onError: (error: unknown) => void = showError): Change => {
  const [busy, setBusy] = useState(false)
  const [waiting, setWaiting] = useState<(() => Promise<unknown>) | null>(null)
  const run = (work: () => Promise<unknown>) => {
    setBusy(true)
    work()
      .then(
        () => reloadSecurity(),
        (error: unknown) => {
          if (keyOf(error) === 'confirm_password') setWaiting(() => work)
          else onError(error)
        },
      )
      .finally(() => setBusy(false))
  }
  return {
    run,
    busy,
    asking:
      waiting === null ? null : (
        <ConfirmPassword
          onConfirmed={() => {
            setWaiting(null)
            run(waiting)
          }}
          onClose={() => setWaiting(null)}
        />
      ),
  }
}
