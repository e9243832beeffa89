import { resumeChat } from '../../chat/use-chat-sender.ts'
import { actionName } from '../../drive/trip/action-sender.ts'
import { hasKeptRequest } from '../../platform/sending/request-sender.ts'
import { alertName } from '../../safety/kept-alert.ts'

/**
 * Sends what this person wrote or pressed without a network, also after a reload [design/chat-3] [design/safety-5]
 * [design/web-156].
 */
export const resumeSending = async (person: string): Promise<void> => {
  if (hasKeptRequest(alertName(person))) (await import('../../safety/use-safety.ts')).resumeAlert(person)
  resumeChat(person)
  if (hasKeptRequest(actionName(person))) (await import('../../drive/trip/trip-sender.ts')).tripSenderOf(person)
}
