import { newReceiver } from '@remis/server/testing/push/push-service'
import { randomUUID } from 'node:crypto'
import { reading, sending, type MakeRequest } from './request.ts'

export const pushRequests: Readonly<Record<string, MakeRequest>> = {
  'GET /api/push/key': reading,
  'POST /api/push/device': () => ({
    body: {
      pushToken: newReceiver(`https://fcm.googleapis.com/fcm/send/${randomUUID()}`).subscription,
      userPlatform: 'WEB',
    },
  }),
  'DELETE /api/push/device': reading,
  'POST /api/push/shown': () => ({ body: { id: randomUUID() } }),
  'POST /send_notification': (_world, _caller, target) => ({
    body: { token: `${target?.id ?? ''}.customer`, title: 'Remis', msg: 'At the corner', screen: 'BookingCab' },
  }),
  'GET /api/notifications': reading,
  'GET /api/notifications/export': () => ({ query: 'format=csv' }),
  'GET /api/notifications/audience': () => ({ query: 'usertype=All&devicetype=All' }),
  'POST /api/notifications': sending({ devicetype: 'All', usertype: 'rider', title: 'Rain', body: 'Book earlier.' }),
  'PATCH /api/notifications/:id': sending({ title: 'Sun' }),
  'DELETE /api/notifications/:id': reading,
  'POST /api/notifications/:id/send': sending({ usertype: 'rider' }),
}
