import { AppError } from '@remis/domain/messages/app-error'
import { sessionLapse } from '../api/session-lapse.ts'
import { queryClient } from '../api/plain-call.ts'
import { sessionQuery } from '../api/session.ts'

/**
 * Throws 401 unless this person is signed in. What one person left waiting on a browser is not sent in the session of
 * the next one, where the server would refuse it for good.
 */
export const requireOwnSession = (person: string): void => {
  if (sessionLapse.now() !== null || queryClient.getQueryData(sessionQuery.queryKey)?.id !== person)
    throw new AppError(401, 'not_logged_in')
}
