import { resumeChat } from '../../chat/use-chat-sender.ts'
import { hasKeptAlert } from '../../safety/kept-alert.ts'

/** Sends what this person wrote or pressed without a network, also after a reload [design/chat-3] [design/safety-5]. */
export const resumeSending = async (person: string): Promise<void> => {
  if (hasKeptAlert(window.localStorage, person)) (await import('../../safety/use-safety.ts')).resumeAlert(person)
  resumeChat(person)
}
