import type { chatApi } from '@remis/domain/chat/chat-api'
import { chatPhotoKind } from '@remis/domain/files/file-kinds'
import { AppError } from '@remis/domain/messages/app-error'
import { storeChatPhoto } from '../files/upload-photo.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { requireOwnChat } from './chat-access.ts'
import type { ChatDeps } from './chat-deps.ts'

/**
 * Stores a photo for a message of this person while the chat is open, up to a limit per person and chat. It is decoded
 * and written again without metadata [design/chat-6], and belongs to its sender.
 */
export const uploadChatPhoto: UseCase<ChatDeps, typeof chatApi.upload> = async (app, call) => {
  const { who, params } = call
  const { mayWrite } = await requireOwnChat(app.db.request, params.id, who)
  if (!mayWrite) throw new AppError(409, 'chat_closed')
  return storeChatPhoto(app, call, { kind: chatPhotoKind, booking: params.id, owner: who.id })
}
