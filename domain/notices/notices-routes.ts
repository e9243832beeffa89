import { signedIn, type Calls, type Routes } from '../kit/endpoint.ts'
import type { noticesApi } from './notices-api.ts'

export const noticesRoutes = {
  list: { method: 'GET', path: '/api/notices', roles: signedIn },
  unread: { method: 'GET', path: '/api/notices/unread', roles: signedIn },
  markSeen: { method: 'POST', path: '/api/notices/seen', roles: signedIn },
} as const satisfies Routes
export const noticesCalls: Calls<typeof noticesApi> = noticesRoutes

/** The most unread notices that are counted. */
export const unreadMost = 100
