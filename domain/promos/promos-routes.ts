import type { Calls, Routes } from '../kit/endpoint.ts'
import type { promosApi } from './promos-api.ts'

export const promosRoutes = {
  list: { method: 'GET', path: '/api/promos', roles: ['rider'] },
  listAll: { method: 'GET', path: '/api/promos/all', roles: ['admin'] },
  export: { method: 'GET', path: '/api/promos/export', roles: ['admin'] },
  create: { method: 'POST', path: '/api/promos', roles: ['admin'], idempotent: true },
  update: { method: 'PATCH', path: '/api/promos/:id', roles: ['admin'], idempotent: true },
  remove: { method: 'DELETE', path: '/api/promos/:id', roles: ['admin'], idempotent: true },
  redemptions: { method: 'GET', path: '/api/promos/:id/redemptions', roles: ['admin'] },
  restore: { method: 'POST', path: '/api/promos/:id/restoration', roles: ['admin'], idempotent: true },
} as const satisfies Routes
export const promosCalls: Calls<typeof promosApi> = promosRoutes

export const promoSorts = [
  'createdAt',
  'promo_name',
  'promo_discount_value',
  'min_order',
  'promo_validity',
  'promo_usage_limit',
  'user_avail',
] as const
