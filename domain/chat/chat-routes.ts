import type { Calls, Routes } from '../kit/endpoint.ts'
import type { chatApi } from './chat-api.ts'

/** Messages of a booking; `:id` is the booking [notices-10]. */
export const chatRoutes = {
  messages: { method: 'GET', path: '/api/chats/:id/messages', roles: ['rider', 'driver'] },
  send: { method: 'POST', path: '/api/chats/:id/messages', roles: ['rider', 'driver'] },
  upload: { method: 'POST', path: '/api/chats/:id/photos', roles: ['rider', 'driver'] },
  mark: { method: 'POST', path: '/api/chats/:id/marks', roles: ['rider', 'driver'] },
  unread: { method: 'GET', path: '/api/chats/unread', roles: ['rider', 'driver'] },
  reveal: { method: 'POST', path: '/api/chats/:id/reveal', roles: ['admin'] },
} as const satisfies Routes
export const chatCalls: Calls<typeof chatApi> = chatRoutes
