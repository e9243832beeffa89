import { useState, type ReactNode } from 'react'
import { NotConfirmed } from '../../platform/api/call-outcome.ts'
import { showError } from '../../platform/show-message.ts'
import { useConfirmed } from '../use-confirmed.tsx'
import { reloadSecurity } from './security-query.ts'

interface Change {
  /** Runs a change; asks for the password first where the server wants it again. */
  readonly run: (work: () => Promise<unknown>) => void
  /** not while the password is asked for */
  readonly busy: boolean
  /** The dialog for the password, while it is asked. */
  readonly dialog: ReactNode
}

/** One change of how to sign in at a time [design/accounts-67]. */
export const useSecurityChange = (onError: (error: unknown) => void = showError): Change => {
  const [busy, setBusy] = useState(false)
  const confirmed = useConfirmed()
  const run = (work: () => Promise<unknown>) => {
    setBusy(true)
    confirmed
      .run(work)
      .then(
        () => reloadSecurity(),
        (error: unknown) => {
          if (!(error instanceof NotConfirmed)) onError(error)
        },
      )
      .finally(() => setBusy(false))
  }
  return { run, busy: busy && confirmed.dialog === null, dialog: confirmed.dialog }
}
