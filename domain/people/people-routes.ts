import type { ridersApi } from './riders-api.ts'
import type { peopleApi } from './people-api.ts'
import type { personPartsApi } from './person-parts-api.ts'
import type { Calls, Routes } from '../kit/endpoint.ts'

export const ridersRoutes = {
  list: { method: 'GET', path: '/api/riders', roles: ['admin'] },
  known: { method: 'GET', path: '/api/riders/:id/known', roles: ['admin'] },
} as const satisfies Routes
export const ridersCalls: Calls<typeof ridersApi> = ridersRoutes

/** Who manages a person: an admin, and a fleet admin its own drivers [people-4] [people-6]. */
const office = ['fleetadmin', 'admin'] as const

export const peopleRoutes = {
  list: { method: 'GET', path: '/api/people', roles: ['admin'] },
  export: { method: 'GET', path: '/api/people/export', roles: ['admin'] },
  listDrivers: { method: 'GET', path: '/api/drivers', roles: office },
  exportDrivers: { method: 'GET', path: '/api/drivers/export', roles: office },
  add: { method: 'POST', path: '/api/people', roles: ['admin'], idempotent: true },
  addDriver: { method: 'POST', path: '/api/drivers', roles: office, idempotent: true },
  get: { method: 'GET', path: '/api/people/:id', roles: office },
  update: { method: 'PATCH', path: '/api/people/:id', roles: office, idempotent: true },
  ending: { method: 'GET', path: '/api/people/:id/ending', roles: office },
  remove: { method: 'DELETE', path: '/api/people/:id', roles: office, idempotent: true },
  restore: { method: 'POST', path: '/api/people/:id/restoration', roles: ['admin'], idempotent: true },
  approve: { method: 'POST', path: '/api/people/:id/approval', roles: ['admin'], idempotent: true },
  sendWelcome: { method: 'POST', path: '/api/people/:id/welcome', roles: office, idempotent: true },
  suspend: { method: 'POST', path: '/api/people/:id/suspension', roles: ['admin'], idempotent: true },
  unsuspend: { method: 'DELETE', path: '/api/people/:id/suspension', roles: ['admin'], idempotent: true },
  changeRole: { method: 'POST', path: '/api/people/:id/role', roles: ['admin'], idempotent: true },
} as const satisfies Routes
export const peopleCalls: Calls<typeof peopleApi> = peopleRoutes

/** The tabs of a person's page. */
export const personPartsRoutes = {
  wallet: { method: 'GET', path: '/api/people/:id/wallet', roles: ['admin'] },
  history: { method: 'GET', path: '/api/people/:id/wallet/history', roles: ['admin'] },
  ratings: { method: 'GET', path: '/api/people/:id/ratings', roles: office },
  sessions: { method: 'GET', path: '/api/people/:id/sessions', roles: ['admin'] },
  endSessions: { method: 'POST', path: '/api/people/:id/sessions/end', roles: ['admin'], idempotent: true },
  audit: { method: 'GET', path: '/api/people/:id/audit', roles: ['admin'] },
  notes: { method: 'GET', path: '/api/people/:id/notes', roles: ['admin'] },
  addNote: { method: 'POST', path: '/api/people/:id/notes', roles: ['admin'], idempotent: true },
} as const satisfies Routes
export const personPartsCalls: Calls<typeof personPartsApi> = personPartsRoutes

export const personSorts = ['createdAt', 'name'] as const
export const driverSorts = ['createdAt', 'name', 'rating'] as const

/**
 * Drivers by their documents: a required one is not there, one waits for the office, ends within 30 days, or has ended.
 */
export const documentFilters = ['missing', 'waiting', 'expiring', 'expired'] as const
export type DocumentFilter = (typeof documentFilters)[number]

/** What a person's account allows. `waiting`: not approved; `deleted`: archived. */
export const personStates = ['active', 'waiting', 'suspended', 'deleted'] as const
export type PersonState = (typeof personStates)[number]
