import type { Fault } from '../kit/check.ts'
import { isQuickReply, type ChatSource } from './quick-replies.ts'

/** UTF-16 units of one message. */
export const longestMessage = 1000

export const chatTypes = ['text', 'quick', 'photo'] as const
export type ChatType = (typeof chatTypes)[number]

/** A message as its sender sends it. `message`: the text, the key of a quick reply, or what is said about the photo. */
export interface NewMessage {
  readonly type: ChatType
  readonly message: string
  /** id of an uploaded photo */
  readonly photo?: string | undefined
}

/** What is wrong with a message, in this order: a photo where none belongs or none where one does, length, key. */
export const checkMessage = ({ type, message, photo }: NewMessage, source: ChatSource): Fault | null => {
  if ((type === 'photo') !== (photo !== undefined)) return { key: 'chat_photo_missing', field: 'photo' }
  const text = message.trim()
  if (text === '' && type !== 'photo') return { key: 'chat_message_empty', field: 'message' }
  if (text.length > longestMessage) return { key: 'chat_message_too_long', field: 'message' }
  return type === 'quick' && !isQuickReply(source, text) ? { key: 'invalid_input', field: 'message' } : null
}
