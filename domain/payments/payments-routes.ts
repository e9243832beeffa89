import type { bookingMoneyApi } from './booking-money-api.ts'
import type { paymentsApi } from './payments-api.ts'
import type { Calls, Routes } from '../kit/endpoint.ts'

export const paymentsRoutes = {
  providers: { method: 'GET', path: '/get_providers', roles: ['anyone'] },
  gateways: { method: 'GET', path: '/api/payments/gateways', roles: ['admin'] },
  get: { method: 'GET', path: '/api/payments/:id', roles: ['rider', 'driver', 'admin'] },
  inReview: { method: 'GET', path: '/api/payments/in-review', roles: ['admin'] },
  endReview: { method: 'POST', path: '/api/payments/:id/end-review', roles: ['admin'], idempotent: true },
  topUp: { method: 'POST', path: '/api/wallet/top-ups', roles: ['rider', 'driver'], idempotent: true },
} as const satisfies Routes
export const paymentsCalls: Calls<typeof paymentsApi> = paymentsRoutes

export const bookingMoneyRoutes = {
  read: { method: 'GET', path: '/api/bookings/:id/money', roles: ['admin'] },
} as const satisfies Routes
export const bookingMoneyCalls: Calls<typeof bookingMoneyApi> = bookingMoneyRoutes

export const reviewSorts = ['updatedAt', 'createdAt', 'amount'] as const
