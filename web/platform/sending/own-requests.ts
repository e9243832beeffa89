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

/** Makes one sender per person, kept for the lifetime of the page. */
export const perPerson = <Sender>(make: (person: string) => Sender) => {
  const made = new Map<string, Sender>()
  return {
    of: (person: string): Sender => {
      const held = made.get(person)
      if (held !== undefined) return held
      const sender = make(person)
      made.set(person, sender)
      return sender
    },
    /** undefined: none was made yet */
    held: (person: string): Sender | undefined => made.get(person),
    all: (): Sender[] => [...made.values()],
  }
}

/** Runs a retry of a sender after this time, ms. */
export const after = (ms: number, run: () => void) => setTimeout(run, ms)
