import type { debtsApi } from './debts-api.ts'
import type { walletApi } from './wallet-api.ts'
import type { withdrawalsApi } from './withdrawals-api.ts'
import { signedIn, type Calls, type Routes } from '../kit/endpoint.ts'

export const walletRoutes = {
  read: { method: 'GET', path: '/api/wallet', roles: signedIn },
  history: { method: 'GET', path: '/api/wallet/history', roles: signedIn },
} as const satisfies Routes
export const walletCalls: Calls<typeof walletApi> = walletRoutes

export const withdrawalsRoutes = {
  request: { method: 'POST', path: '/api/withdrawals', roles: ['rider', 'driver'], idempotent: true },
  list: { method: 'GET', path: '/api/withdrawals', roles: ['rider', 'driver', 'admin'] },
  process: { method: 'POST', path: '/api/withdrawals/:id/process', roles: ['admin'], idempotent: true },
  reject: { method: 'POST', path: '/api/withdrawals/:id/reject', roles: ['admin'], idempotent: true },
} as const satisfies Routes
export const withdrawalsCalls: Calls<typeof withdrawalsApi> = withdrawalsRoutes

export const debtsRoutes = {
  list: { method: 'GET', path: '/api/debts', roles: ['admin'] },
  writeOff: { method: 'POST', path: '/api/debts/:id/write-off', roles: ['admin'], idempotent: true },
  credit: { method: 'POST', path: '/api/wallets/:id/credits', roles: ['admin'], idempotent: true },
} as const satisfies Routes
export const debtsCalls: Calls<typeof debtsApi> = debtsRoutes

export const debtSorts = ['at', 'rest', 'riderName'] as const
