import type { carTypesApi } from './car-types-api.ts'
import type { quotesApi } from './quotes-api.ts'
import { everyone, type Calls, type Routes } from '../kit/endpoint.ts'

export const carTypesRoutes = {
  list: { method: 'GET', path: '/api/car-types', roles: everyone },
} as const satisfies Routes
export const carTypesCalls: Calls<typeof carTypesApi> = carTypesRoutes

export const quotesRoutes = {
  preview: { method: 'POST', path: '/api/quotes/preview', roles: ['visitor', 'rider', 'admin'] },
  create: { method: 'POST', path: '/api/quotes', roles: ['rider', 'admin'] },
} as const satisfies Routes
export const quotesCalls: Calls<typeof quotesApi> = quotesRoutes
