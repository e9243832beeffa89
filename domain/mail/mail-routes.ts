import type { Calls, Routes } from '../kit/endpoint.ts'
import type { mailApi } from './mail-api.ts'

export const mailRoutes = {
  list: { method: 'GET', path: '/api/mails', roles: ['admin'] },
  read: { method: 'GET', path: '/api/mails/:id', roles: ['admin'] },
  sendAgain: { method: 'POST', path: '/api/mails/:id/send-again', roles: ['admin'] },
  providers: { method: 'GET', path: '/api/mail-providers', roles: ['admin'] },
  changeMail: { method: 'PUT', path: '/api/mail-providers/mail', roles: ['admin'] },
  changeSms: { method: 'PUT', path: '/api/mail-providers/sms', roles: ['admin'] },
  test: { method: 'POST', path: '/api/mail-providers/test', roles: ['admin'] },
} as const satisfies Routes
export const mailCalls: Calls<typeof mailApi> = mailRoutes

export const mailSorts = ['createdAt'] as const
export const mailStates = ['waiting', 'sent', 'failed'] as const
export const channels = ['mail', 'sms'] as const
