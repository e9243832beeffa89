import { chatApi } from '@remis/domain/chat/chat-api'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import type { ChatDeps } from './chat-deps.ts'
import { markChat } from './mark-chat.ts'
import { readChat, readUnread } from './read-chat.ts'
import { renderChat } from './render-chat.ts'
import { revealChat } from './reveal-chat.ts'
import { sendMessage } from './send-message.ts'
import { onTyping } from './send-typing.ts'
import { deleteExpiredChats, noticeUnread } from './sweep-chats.ts'
import { uploadChatPhoto } from './upload-chat-photo.ts'

export const chat: Feature<ChatDeps> = {
  endpoints: serve<ChatDeps, typeof chatApi>(chatApi, {
    messages: readChat,
    send: sendMessage,
    upload: uploadChatPhoto,
    mark: markChat,
    unread: readUnread,
    reveal: revealChat,
  }),
  views: (app) => {
    const view = renderChat(app)
    return { chat: ({ subject }, viewer) => view(subject, viewer) }
  },
  messages: (app) => ({ typing: onTyping(app) }),
  sweeps: (app) => ({
    'notices of unread messages': { everyMs: 2000, run: () => noticeUnread(app) },
    'chats past their time': { everyMs: 600_000, run: () => deleteExpiredChats(app) },
  }),
}
