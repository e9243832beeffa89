import type { backofficeApi } from './backoffice-api.ts'
import type { cancelReasonsApi } from './cancel-reasons-api.ts'
import type { languagesApi } from './languages-api.ts'
import type { securityEventsApi } from './security-events-api.ts'
import type { settingsApi } from './settings-api.ts'
import { signedIn, type Calls, type Routes } from '../kit/endpoint.ts'

export const backofficeRoutes = {
  settings: { method: 'GET', path: '/api/settings/public', roles: ['anyone'] },
  languages: { method: 'GET', path: '/api/languages', roles: ['admin', 'anyone'] },
  offeredLanguages: { method: 'GET', path: '/api/languages/offered', roles: ['anyone'] },
  cancelReasons: { method: 'GET', path: '/api/cancel-reasons', roles: signedIn },
} as const satisfies Routes
export const backofficeCalls: Calls<typeof backofficeApi> = backofficeRoutes

export const languagesRoutes = {
  listAll: { method: 'GET', path: '/api/languages/all', roles: ['admin'] },
  export: { method: 'GET', path: '/api/languages/export', roles: ['admin'] },
  create: { method: 'POST', path: '/api/languages', roles: ['admin'], idempotent: true },
  update: { method: 'PATCH', path: '/api/languages/:id', roles: ['admin'], idempotent: true },
  remove: { method: 'DELETE', path: '/api/languages/:id', roles: ['admin'], idempotent: true },
  makeDefault: { method: 'POST', path: '/api/languages/:id/default', roles: ['admin'] },
  read: { method: 'GET', path: '/api/languages/:id', roles: ['admin'] },
  texts: { method: 'GET', path: '/api/languages/texts', roles: ['admin'] },
  pairs: { method: 'GET', path: '/api/languages/:id/pairs', roles: ['admin'] },
  changeTexts: { method: 'PATCH', path: '/api/languages/:id/pairs', roles: ['admin'] },
} as const satisfies Routes
export const languagesCalls: Calls<typeof languagesApi> = languagesRoutes

export const languageSorts = ['langName', 'langLocale', 'createdAt'] as const
/** the order of the files: texts of one screen are together */
export const textSorts = ['place'] as const
export const textStates = ['missing', 'changed', 'edited'] as const

export const cancelReasonsRoutes = {
  listAll: { method: 'GET', path: '/api/cancel-reasons/all', roles: ['admin'] },
  export: { method: 'GET', path: '/api/cancel-reasons/export', roles: ['admin'] },
  create: { method: 'POST', path: '/api/cancel-reasons', roles: ['admin'], idempotent: true },
  update: { method: 'PATCH', path: '/api/cancel-reasons/:id', roles: ['admin'], idempotent: true },
  remove: { method: 'DELETE', path: '/api/cancel-reasons/:id', roles: ['admin'], idempotent: true },
} as const satisfies Routes
export const cancelReasonsCalls: Calls<typeof cancelReasonsApi> = cancelReasonsRoutes

export const cancelReasonSorts = ['value', 'label'] as const

export const settingsRoutes = {
  read: { method: 'GET', path: '/api/settings', roles: ['admin'] },
  change: { method: 'PATCH', path: '/api/settings', roles: ['admin'] },
  history: { method: 'GET', path: '/api/settings/history', roles: ['admin'] },
  checklist: { method: 'GET', path: '/api/settings/checklist', roles: ['admin'] },
  map: { method: 'GET', path: '/api/settings/map', roles: ['admin'] },
  acceptMap: { method: 'POST', path: '/api/settings/map', roles: ['admin'] },
} as const satisfies Routes
export const settingsCalls: Calls<typeof settingsApi> = settingsRoutes

export const securityEventsRoutes = {
  list: { method: 'GET', path: '/api/security-events', roles: ['admin'] },
} as const satisfies Routes
export const securityEventsCalls: Calls<typeof securityEventsApi> = securityEventsRoutes

export const securityEventSorts = ['at'] as const
