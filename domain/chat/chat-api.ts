import { z } from 'zod'
import { mostBytes, pictureTypes } from '../files/file-kinds.ts'
import { endpoint } from '../kit/endpoint.ts'
import { bookingId, freeText, nothing, uuid } from '../kit/schema.ts'
import { chatTypes } from './chat-message.ts'
import { chatRoutes } from './chat-routes.ts'
import { chatSources } from './quick-replies.ts'

/** A message as rider and driver of the booking see it [notices-9]. */
export const chatMessage = z.object({
  /** the place in the chat, from 1 without a gap; messages are ordered by it */
  n: z.int(),
  /** the sender's own id of the message: a second try with it changes nothing */
  clientId: z.string(),
  /** the handle of the sender's side, as in `customer_token` and `driver_token` [design/access-9] */
  from: z.string(),
  source: z.enum(chatSources),
  type: z.enum(chatTypes),
  /** the text; of a quick reply the key of its sentence */
  message: z.string(),
  /** address of the photo */
  photo: z.string().nullable(),
  at: z.number(),
  /** YYYY-MM-DD and HH:mm:ss in the operator's zone [design/api-29] */
  msgDate: z.string(),
  msgTime: z.string(),
})
export type ChatMessage = z.output<typeof chatMessage>

/** The numbers of the last message delivered to a device of the other side, and of the last one they have read. */
export const chatMarks = z.object({ delivered: z.int(), read: z.int() })
export type ChatMarks = z.output<typeof chatMarks>

const params = z.strictObject({ id: bookingId })
/** The number of a message in a call; chats are far smaller. */
const number = z.int().min(1).max(1_000_000)
const parties = { object: 'booking', allow: ['customer', 'driver'] } as const

const messages = z.object({
  /** in their order */
  messages: z.array(chatMessage),
  /** there are earlier ones */
  more: z.boolean(),
})

export const chatApi = {
  messages: endpoint(chatRoutes.messages, {
    summary: 'The newest messages of the chat, or those before one; 404 `chat_not_found` while there is none',
    relation: parties,
    rate: 'read',
    params,
    query: z.strictObject({ before: z.coerce.number().int().min(1).max(1_000_000).optional() }),
    reply: z.object({ ...messages.shape, marks: chatMarks, unread: z.int() }),
  }),
  send: endpoint(chatRoutes.send, {
    summary: 'Sends a message to the other side of the booking; once, however often it is sent with one `clientId`',
    relation: parties,
    rate: 'write',
    params,
    body: z.strictObject({
      clientId: uuid,
      type: z.enum(chatTypes),
      // longer than the rule allows, so that the rule answers by its key
      message: freeText(20_000),
      photo: uuid.optional(),
    }),
    reply: z.object({ message: chatMessage }),
  }),
  upload: endpoint(chatRoutes.upload, {
    summary: 'Stores a photo for a message; unless one uses it within a day it is deleted',
    relation: parties,
    rate: 'upload',
    upload: { types: pictureTypes, mostBytes },
    params,
    reply: z.object({ id: z.string(), url: z.string() }),
  }),
  mark: endpoint(chatRoutes.mark, {
    summary: "Sets the caller's delivered and read numbers; they only increase",
    relation: parties,
    rate: 'write',
    params,
    body: z.strictObject({ delivered: number, read: number.optional() }),
    reply: nothing,
  }),
  unread: endpoint(chatRoutes.unread, {
    summary: 'The chats of the caller with unread messages, newest first',
    relation: 'self',
    rate: 'read',
    reply: z.object({ rows: z.array(z.object({ bookingId: z.string(), unread: z.int() })) }),
  }),
  reveal: endpoint(chatRoutes.reveal, {
    summary: 'The chat of a booking, for an admin who gives a reason; audited before it is shown',
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params,
    body: z.strictObject({ reason: freeText(300), before: number.optional() }),
    reply: messages,
  }),
}
