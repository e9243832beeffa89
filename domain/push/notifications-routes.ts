import type { Calls, Routes } from '../kit/endpoint.ts'
import type { notificationsApi } from './notifications-api.ts'

export const notificationsRoutes = {
  listAll: { method: 'GET', path: '/api/notifications', roles: ['admin'] },
  export: { method: 'GET', path: '/api/notifications/export', roles: ['admin'] },
  audience: { method: 'GET', path: '/api/notifications/audience', roles: ['admin'] },
  create: { method: 'POST', path: '/api/notifications', roles: ['admin'], idempotent: true },
  update: { method: 'PATCH', path: '/api/notifications/:id', roles: ['admin'], idempotent: true },
  remove: { method: 'DELETE', path: '/api/notifications/:id', roles: ['admin'], idempotent: true },
  send: { method: 'POST', path: '/api/notifications/:id/send', roles: ['admin'], idempotent: true },
} as const satisfies Routes
export const notificationsCalls: Calls<typeof notificationsApi> = notificationsRoutes

export const notificationSorts = ['createdAt', 'title', 'sentAt', 'matched'] as const

/** Kinds of devices that a notification is for; All includes browsers of other systems [notices-5]. */
export const deviceTypes = ['All', 'ANDROID', 'IOS'] as const
export const notificationUsers = ['rider', 'driver'] as const
/** All is for sending only. */
export const sendingUsers = ['All', 'rider', 'driver'] as const
