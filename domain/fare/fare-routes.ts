import type { carTypesApi, carTypeTableApi } from './car-types-api.ts'
import type { quotesApi } from './quotes-api.ts'
import { everyone, type Calls, type Routes } from '../kit/endpoint.ts'

export const carTypesRoutes = {
  list: { method: 'GET', path: '/api/car-types', roles: everyone },
} as const satisfies Routes
export const carTypesCalls: Calls<typeof carTypesApi> = carTypesRoutes

export const carTypeTableRoutes = {
  listAll: { method: 'GET', path: '/api/car-types/all', roles: ['admin'] },
  export: { method: 'GET', path: '/api/car-types/export', roles: ['admin'] },
  create: { method: 'POST', path: '/api/car-types', roles: ['admin'], idempotent: true },
  update: { method: 'PATCH', path: '/api/car-types/:id', roles: ['admin'], idempotent: true },
  remove: { method: 'DELETE', path: '/api/car-types/:id', roles: ['admin'], idempotent: true },
  restore: { method: 'POST', path: '/api/car-types/:id/restoration', roles: ['admin'], idempotent: true },
  ending: { method: 'GET', path: '/api/car-types/:id/ending', roles: ['admin'] },
  order: { method: 'PUT', path: '/api/car-types/order', roles: ['admin'] },
  tryRates: { method: 'POST', path: '/api/car-types/:id/try', roles: ['admin'] },
} as const satisfies Routes
export const carTypeTableCalls: Calls<typeof carTypeTableApi> = carTypeTableRoutes

export const carTypeSorts = ['position', 'name', 'seats', 'base_fare', 'min_fare', 'createdAt'] as const

export const quotesRoutes = {
  preview: { method: 'POST', path: '/api/quotes/preview', roles: ['visitor', 'rider', 'admin'] },
  create: { method: 'POST', path: '/api/quotes', roles: ['rider', 'admin'] },
} as const satisfies Routes
export const quotesCalls: Calls<typeof quotesApi> = quotesRoutes
