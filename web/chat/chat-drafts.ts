import { queryClient } from '../platform/api/plain-call.ts'
import { onSignOut, sessionQuery } from '../platform/api/session.ts'

/** Messages that are not sent yet, by person and booking: closing the chat keeps them, a sign-out does not. */
const drafts = new Map<string, string>()

const keyOf = (booking: string): string => `${queryClient.getQueryData(sessionQuery.queryKey)?.id ?? ''} ${booking}`

export const chatDraft = (booking: string): string => drafts.get(keyOf(booking)) ?? ''

export const keepChatDraft = (booking: string, text: string): void => {
  if (text === '') drafts.delete(keyOf(booking))
  else drafts.set(keyOf(booking), text)
}

onSignOut(() => drafts.clear())
