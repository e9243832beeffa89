import { chatCalls } from '@remis/domain/chat/chat-routes'
import { sendPicture } from '../files/upload-picture.ts'
import { isRefused } from '../platform/api/call-outcome.ts'
import { call } from '../platform/api/call.ts'
import { newKey } from '../platform/api/plain-call.ts'
import { onOnline } from '../platform/live/live.ts'
import { keptBox } from '../platform/sending/kept-box.ts'
import { after, perPerson, requireOwnSession } from '../platform/sending/own-requests.ts'
import { useSenderState } from '../platform/sending/use-sender-state.ts'
import { keyOf } from '../platform/show-message.ts'
import { addSent } from './chat-queries.ts'
import { makeChatSender, type ChatSender, type KeptMessage } from './chat-sender.ts'

/** The form of ids of the server. */
const newUuid = (): string => newKey().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const senders = perPerson<ChatSender>((user) =>
  makeChatSender(user, {
    box: keptBox<KeptMessage>('remis.chat', 'messages', ({ clientId }) => clientId),
    upload: async ({ booking, picture }, onProgress) => {
      requireOwnSession(user)
      if (picture === null) throw new Error('there is no picture to upload')
      return (await sendPicture(chatCalls.upload.path.replace(':id', booking), picture, onProgress)).id
    },
    send: async ({ booking, clientId, type, message, photo }) => {
      requireOwnSession(user)
      const body = { clientId, type, message, ...(photo === null ? {} : { photo }) }
      return (await call(chatCalls.send, { params: { id: booking }, body })).message
    },
    sent: ({ booking }, stored) => addSent(booking, stored),
    mayHaveHappened: (error) => !isRefused(error),
    keyOf,
    newId: newUuid,
    now: () => Date.now(),
    after,
  }),
)

/** Sends what this person wrote on a former page, whatever screen is open. */
export const resumeChat = (user: string): void => senders.of(user).retryNow()
onOnline(() => senders.all().forEach((sender) => sender.retryNow()))

/** The sender, and what it has not sent yet of this chat. */
export const useChatSender = (user: string, booking: string) => {
  const sender = senders.of(user)
  const unsent = useSenderState(sender)
  return { sender, unsent: unsent.filter((one) => one.booking === booking) }
}
