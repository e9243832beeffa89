import type { Policy } from './policy-row.ts'

/** Prices, promos, wallets, cards, withdrawals, and the driver's day. */
export const moneyPolicy: Policy = {
  'GET /api/car-types': {
    to: {
      visitor: 'car types',
      rider: 'car types',
      driver: 'car types',
      'fleet admin': 'car types',
      admin: 'car types with tariff',
    },
  },
  // shown to visitors [design/catalogue-12]
  'GET /api/car-types/picture': { to: { everybody: 'a file' } },
  // the table of the office [fare-4]; all its writes are gated, trying rates writes nothing
  'GET /api/car-types/all': { to: { admin: 'car types of the office' } },
  'GET /api/car-types/export': { to: { admin: 'a file' }, inDemo: 'refused' },
  'POST /api/car-types': { to: { admin: 'a car type' }, inDemo: 'refused', keyed: true },
  'PATCH /api/car-types/:id': { object: 'car type', to: { admin: 'a car type' }, inDemo: 'refused', keyed: true },
  'DELETE /api/car-types/:id': { object: 'car type', to: { admin: 'nothing' }, inDemo: 'refused', keyed: true },
  'POST /api/car-types/:id/restoration': {
    object: 'car type',
    to: { admin: 'a car type' },
    inDemo: 'refused',
    keyed: true,
  },
  'GET /api/car-types/:id/ending': { object: 'car type', to: { admin: 'uses of a car type' } },
  'PUT /api/car-types/order': { to: { admin: 'nothing' }, inDemo: 'refused' },
  'POST /api/car-types/:id/try': { object: 'car type', to: { admin: 'trips at two tariffs' } },
  'POST /api/quotes/preview': {
    to: { visitor: 'prices of a way', rider: 'prices of a way', admin: 'prices of a way' },
  },
  // drivers and fleet admins cannot book
  'POST /api/quotes': { to: { rider: 'a quote', admin: 'a quote' } },
  'GET /api/promos': { to: { rider: 'promos of a rider' } },
  // adding is not gated [promos-5]
  'POST /api/promos': { to: { admin: 'a promo' }, keyed: true },
  // the table of the office [promos-4]; update and delete are gated [promos-5]
  'GET /api/promos/all': { to: { admin: 'promos of the office' } },
  'GET /api/promos/export': { to: { admin: 'a file' }, inDemo: 'refused' },
  // the uses of a promo [promos-10]
  'GET /api/promos/:id/redemptions': { object: 'promo', to: { admin: 'uses of a promo' } },
  'PATCH /api/promos/:id': { object: 'promo', to: { admin: 'a promo' }, inDemo: 'refused', keyed: true },
  'DELETE /api/promos/:id': { object: 'promo', to: { admin: 'nothing' }, inDemo: 'refused', keyed: true },
  'POST /api/promos/:id/restoration': { object: 'promo', to: { admin: 'a promo' }, inDemo: 'refused', keyed: true },

  'GET /get_providers': { to: { everybody: 'providers' } },
  'GET /api/payments/:id': {
    object: 'payment',
    to: { 'its customer': 'a payment', 'its driver': 'a payment', admin: 'a payment' },
  },
  'GET /api/payments/in-review': { to: { admin: 'payments in review' } },
  // gated like all writes of the back office [design/access-12]
  'POST /api/payments/:id/end-review': {
    object: 'payment',
    to: { admin: 'a payment' },
    inDemo: 'refused',
    keyed: true,
  },
  'POST /api/wallet/top-ups': { to: { rider: 'a top-up', driver: 'a top-up' }, keyed: true },
  'GET /api/wallet': {
    to: { rider: 'own wallet', driver: 'own wallet', 'fleet admin': 'own wallet', admin: 'own wallet' },
  },
  'GET /api/wallet/history': {
    to: { rider: 'own history', driver: 'own history', 'fleet admin': 'own history', admin: 'own history' },
  },
  'POST /api/withdrawals': { to: { rider: 'a withdrawal', driver: 'a withdrawal' }, keyed: true },
  'GET /api/withdrawals': { to: { rider: 'withdrawals', driver: 'withdrawals', admin: 'withdrawals' } },
  // the office's table and its badge [wallet-13]
  'GET /api/withdrawals/export': { to: { admin: 'a file' }, inDemo: 'refused' },
  // bank files name accounts in full [design/money-52]
  'POST /api/payouts': { to: { admin: 'a payout' }, inDemo: 'refused', keyed: true },
  'GET /api/payouts': { to: { admin: 'payouts' } },
  'GET /api/payouts/:id/file': { object: 'payout', to: { admin: 'a file' }, inDemo: 'refused' },
  // writes of the back office, gated by demo mode [design/access-12]
  'POST /api/withdrawals/:id/process': {
    object: 'withdrawal',
    to: { admin: 'a withdrawal' },
    inDemo: 'refused',
    keyed: true,
  },
  'POST /api/withdrawals/:id/reject': {
    object: 'withdrawal',
    to: { admin: 'a withdrawal' },
    inDemo: 'refused',
    keyed: true,
  },
  // what riders owe, and an admin's credit of a wallet [design/money-48]
  'GET /api/debts': { to: { admin: 'debts' } },
  'GET /api/debts/:id/trips': { object: 'debt', to: { admin: 'trips of a debt' } },
  'POST /api/debts/:id/driver-cash': { object: 'debt', to: { admin: 'a debt' }, inDemo: 'refused', keyed: true },
  'POST /api/debts/:id/write-off': { object: 'debt', to: { admin: 'a debt' }, inDemo: 'refused', keyed: true },
  'GET /api/wallets': { to: { admin: 'wallets of people' } },
  'POST /api/wallets/:id/credits': { object: 'wallet', to: { admin: 'a new credit' }, inDemo: 'refused', keyed: true },
  'POST /api/wallets/:id/pay-out': {
    object: 'wallet',
    to: { admin: 'a withdrawal' },
    inDemo: 'refused',
    keyed: true,
  },
  'GET /api/credits': { to: { admin: 'credits' } },
  'POST /api/credits/:id/approve': {
    object: 'waiting credit',
    to: { admin: 'a credit' },
    inDemo: 'refused',
    keyed: true,
  },
  'POST /api/credits/:id/refuse': {
    object: 'waiting credit',
    to: { admin: 'a credit' },
    inDemo: 'refused',
    keyed: true,
  },
  'POST /api/credits/:id/reverse': { object: 'credit', to: { admin: 'a credit' }, inDemo: 'refused', keyed: true },

  // a fleet admin: of trips for their fleet [reports-5]
  'GET /api/reports/driver-earnings': { to: { 'fleet admin': 'driver earnings', admin: 'driver earnings' } },
  'GET /api/reports/driver-earnings/export': { to: { 'fleet admin': 'a file', admin: 'a file' }, inDemo: 'refused' },
  'GET /api/reports/earnings': { to: { admin: 'earning reports' } },
  'GET /api/reports/earnings/export': { to: { admin: 'a file' }, inDemo: 'refused' },

  // the books, for admins; what a fleet admin sees of a driver is checked by the relation [design/money-65]
  'GET /api/ledger/balances': { to: { admin: 'a trial balance' } },
  'GET /api/ledger/accounts': { to: { admin: 'accounts of people' } },
  'GET /api/ledger/postings': { to: { admin: 'postings' } },
  'GET /api/ledger/postings/export': { to: { admin: 'a file' }, inDemo: 'refused' },
  'GET /api/day-closes': { to: { admin: 'closed days' } },
  'GET /api/day-closes/open': { to: { admin: 'open days' } },
  'POST /api/day-closes': { to: { admin: 'totals of a day' }, inDemo: 'refused', keyed: true },
  'GET /api/days': { to: { admin: 'totals of a day' } },
  'GET /api/days/export': { to: { admin: 'a file' }, inDemo: 'refused' },
  'GET /api/statement': { to: { driver: 'a statement', 'fleet admin': 'a statement' } },
  'GET /api/statement/export': { to: { driver: 'a file', 'fleet admin': 'a file' }, inDemo: 'refused' },
  'GET /api/people/:id/statement': {
    object: 'person',
    to: { 'its fleet admin': 'a statement', admin: 'a statement' },
  },
  'GET /api/people/:id/statement/export': {
    object: 'person',
    to: { 'its fleet admin': 'a file', admin: 'a file' },
    inDemo: 'refused',
  },

  'GET /api/drivers/me/day': { to: { driver: 'a day' } },
  'POST /api/drivers/me/online': { to: { driver: 'a day' } },
  'GET /api/offers': { to: { driver: 'own offers' } },
  'GET /api/drivers/me/earnings': { to: { driver: 'own earnings' } },
  'POST /api/drivers/me/positions': { to: { driver: 'positions taken' } },
  // the token of the companion app is in one answer only [design/tracking-30]
  'GET /api/drivers/me/tracker': { to: { driver: 'a tracker' } },
  'POST /api/drivers/me/tracker': { to: { driver: 'a new tracker' } },
  'DELETE /api/drivers/me/tracker': { to: { driver: 'nothing' } },
}
