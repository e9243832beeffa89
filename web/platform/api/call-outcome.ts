import { AppError } from '@remis/domain/messages/app-error'

/** The person closed the dialog that asks for the password: nothing was done, and no message is shown. */
export class NotConfirmed extends Error {}

/** Network failure or busy server: the call may be repeated with the same key. */
export const mayHaveHappened = (error: unknown): boolean =>
  !(error instanceof AppError) || error.status === 503 || error.status === 429 || error.key === 'still_in_progress'

/** The session has ended: nothing was done, and the call may be repeated after a sign-in. */
export const needsSignIn = (error: unknown): boolean => error instanceof AppError && error.status === 401

/** The server's decision is final: a retry of the same press would be refused too. */
export const isRefused = (error: unknown): boolean => !mayHaveHappened(error) && !needsSignIn(error)

/**
 * Whether a dialog that asks before an action closes after this error, because the refusal is final. After any other
 * failure the input stays for a retry [design/web-207].
 */
export const endsDialog = (error: unknown): boolean =>
  isRefused(error) && error instanceof AppError && error.key !== 'server_error'

/** What was asked for is not there, or another person's; every other failure of a read may pass. */
export const isGone = (error: unknown): boolean =>
  error instanceof AppError && (error.status === 404 || error.status === 400)

/** The callbacks of a dialog's call: `close` runs after a success and after a final refusal [design/web-207]. */
export const closing = (close: () => void) => ({
  onSuccess: () => close(),
  onError: (error: unknown): void => {
    if (endsDialog(error)) close()
  },
})
