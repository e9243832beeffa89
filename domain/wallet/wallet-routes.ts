import type { creditsApi } from './credits-api.ts'
import type { debtsApi } from './debts-api.ts'
import type { ledgerApi } from './ledger-api.ts'
import type { payoutsApi } from './payouts-api.ts'
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
  export: { method: 'GET', path: '/api/withdrawals/export', roles: ['admin'] },
  process: { method: 'POST', path: '/api/withdrawals/:id/process', roles: ['admin'], idempotent: true },
  reject: { method: 'POST', path: '/api/withdrawals/:id/reject', roles: ['admin'], idempotent: true },
  payOut: { method: 'POST', path: '/api/wallets/:id/pay-out', roles: ['admin'], idempotent: true },
} as const satisfies Routes
export const withdrawalsCalls: Calls<typeof withdrawalsApi> = withdrawalsRoutes

export const withdrawalSorts = ['date', 'name', 'amount', 'procesDate'] as const
export const withdrawalStates = ['open', 'processed', 'rejected'] as const

export const payoutsRoutes = {
  create: { method: 'POST', path: '/api/payouts', roles: ['admin'], idempotent: true },
  list: { method: 'GET', path: '/api/payouts', roles: ['admin'] },
  file: { method: 'GET', path: '/api/payouts/:id/file', roles: ['admin'] },
} as const satisfies Routes
export const payoutsCalls: Calls<typeof payoutsApi> = payoutsRoutes

export const bankFiles = ['csv', 'sepa'] as const

export const creditsRoutes = {
  people: { method: 'GET', path: '/api/wallets', roles: ['admin'] },
  list: { method: 'GET', path: '/api/credits', roles: ['admin'] },
  create: { method: 'POST', path: '/api/wallets/:id/credits', roles: ['admin'], idempotent: true },
  approve: { method: 'POST', path: '/api/credits/:id/approve', roles: ['admin'], idempotent: true },
  refuse: { method: 'POST', path: '/api/credits/:id/refuse', roles: ['admin'], idempotent: true },
  reverse: { method: 'POST', path: '/api/credits/:id/reverse', roles: ['admin'], idempotent: true },
} as const satisfies Routes
export const creditsCalls: Calls<typeof creditsApi> = creditsRoutes

export const creditSorts = ['askedAt', 'amount', 'name'] as const
export const creditStates = ['waiting', 'credited', 'refused', 'reversed'] as const

export const debtsRoutes = {
  list: { method: 'GET', path: '/api/debts', roles: ['admin'] },
  writeOff: { method: 'POST', path: '/api/debts/:id/write-off', roles: ['admin'], idempotent: true },
  trips: { method: 'GET', path: '/api/debts/:id/trips', roles: ['admin'] },
  driverCash: { method: 'POST', path: '/api/debts/:id/driver-cash', roles: ['admin'], idempotent: true },
} as const satisfies Routes
export const debtsCalls: Calls<typeof debtsApi> = debtsRoutes

export const debtSorts = ['at', 'rest', 'riderName'] as const

export const ledgerRoutes = {
  balances: { method: 'GET', path: '/api/ledger/balances', roles: ['admin'] },
  accounts: { method: 'GET', path: '/api/ledger/accounts', roles: ['admin'] },
  postings: { method: 'GET', path: '/api/ledger/postings', roles: ['admin'] },
  export: { method: 'GET', path: '/api/ledger/postings/export', roles: ['admin'] },
} as const satisfies Routes
export const ledgerCalls: Calls<typeof ledgerApi> = ledgerRoutes

export const accountSorts = ['balance', 'name'] as const
/** Accounts of people, which have a balance row or debts [design/money-10]. */
export const personAccounts = ['wallet', 'receivable', 'pending-fees'] as const
export const postingSorts = ['at'] as const
