import { randomUUID } from 'node:crypto'
import { onePixel } from './application-requests.ts'
import { reading, sending, type MakeRequest } from './request.ts'

/** The calls of the chat of a booking. */
export const chatRequests: Readonly<Record<string, MakeRequest>> = {
  'GET /api/chats/:id/messages': reading,
  'POST /api/chats/:id/messages': (_world, _caller, target) => ({
    id: target?.id ?? '',
    body: { clientId: randomUUID(), type: 'text', message: 'On my way' },
  }),
  'POST /api/chats/:id/photos': (_world, _caller, target) => ({ id: target?.id ?? '', picture: onePixel }),
  'POST /api/chats/:id/marks': sending({ delivered: 1, read: 1 }),
  'GET /api/chats/unread': reading,
  'POST /api/chats/:id/reveal': sending({ reason: 'A complaint' }),
}
