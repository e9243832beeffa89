import type { Routes } from '../kit/endpoint.ts'

export const promosRoutes = {
  list: { method: 'GET', path: '/api/promos', roles: ['rider'] },
  create: { method: 'POST', path: '/api/promos', roles: ['admin'], idempotent: true },
} as const satisfies Routes
