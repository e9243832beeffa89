import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '@remis/server/endpoints'

/** What the specifications name and no part has brought yet. This list may only shrink. */
const notYet = {
  routes: [
    '/profile',
    '/dashboard',
    '/cartypes',
    '/cancelreasons',
    '/riders',
    '/drivers',
    '/alladmin',
    '/fleetadmins',
    '/driverearning',
    '/notifications',
    '/earningreports',
    '/addtowallet',
    '/withdraws',
    '/settings',
    '/appinfo',
    '/languagesetting',
  ],
  calls: ['POST /send_notification'],
  providerKinds: ['mail', 'sms', 'push', 'storage', 'social'],
  tables: ['push_tokens', 'notifications', 'chat_messages', 'files'],
}

/** Tables of data, translations and pictures as code: size is not a smell there. */
const mayBeLong = [/^server\/platform\/database\/(schema|migrations)/, /^tools\/guards-list\.mjs$/]

const root = import.meta.dirname
const skipped = new Set(['node_modules', 'dist', 'data', 'output', '.cache', '.git'])

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [relative(root, path)]
  })

const files = filesBelow(root)
const sources = files.filter((file) => /\.(ts|tsx|mjs|css)$/.test(file))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const lines = (file: string) => read(file).split('\n').length - 1

/** Column 1 of the route tables of spec 1 §2 and spec 2 §2. */
const specRoutes = [
  '/',
  '/login',
  '/register',
  '/about-us',
  '/privacy-policy',
  '/bookings',
  '/addbookings',
  '/promos',
  ...notYet.routes,
]

/** spec 1 §7: the calls of the spec's table. */
const specCalls = [
  'POST /googleapis-autocomplete',
  'POST /googleapis-getcoords',
  'POST /googleapis-getroute',
  'POST /googleapis-getaddress',
  'POST /googleapis-getdrivetime',
  'POST /googleapis-getmultiloctime',
  'POST /validate_referrer',
  'POST /check_user_exists',
  'POST /user_signup',
  'GET /get_providers',
  'POST /send_notification',
]

/** design §5: every table of the house, geo's apart (they belong to atlas). */
const tables = [
  'users',
  'identities',
  'sessions',
  'one_time_codes',
  'quotes',
  'driver_positions',
  'saved_addresses',
  'car_types',
  'promos',
  'promo_redemptions',
  'cancel_reasons',
  'settings',
  'languages',
  'bookings',
  'booking_events',
  'offers',
  'track_points',
  'ledger_transactions',
  'ledger_entries',
  'wallets',
  'withdrawals',
  'top_ups',
  'refunds',
  'payments',
  'payment_events',
  'test_gateway_orders',
  'notices',
  'push_tokens',
  'notifications',
  'ratings',
  'chat_messages',
  'files',
  'outbox',
  'idempotency_keys',
  'rate_counters',
  'dispatch_records',
  'nodes',
  'live_epoch',
  'server_secrets',
  'audit_log',
]

test('every endpoint names who may call it and has one use-case', () => {
  const names = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(
    names.filter((name, i) => names.indexOf(name) !== i),
    'mounted twice',
  ).toEqual([])
  expect(endpoints.filter(({ endpoint }) => endpoint.roles.length === 0)).toEqual([])
})

test('every endpoint a contract declares is served', async () => {
  const served = new Set(endpoints.map(({ endpoint }) => endpoint))
  const missing: string[] = []
  for (const file of files.filter((path) => /^domain\/.*-api\.ts$/.test(path))) {
    const module = (await import(join(root, file))) as Record<string, unknown>
    for (const [name, api] of Object.entries(module)) {
      if (!name.endsWith('Api')) continue
      for (const declared of Object.values(api as Record<string, { method: string; path: string }>)) {
        if (!served.has(declared as never)) missing.push(`${declared.method} ${declared.path}`)
      }
    }
  }
  expect(missing).toEqual([])
})

test('every call of the specification is served or named in notYet', () => {
  const served = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(specCalls.filter((call) => !served.includes(call))).toEqual(notYet.calls)
})

test('every route of the specification has a screen or stands in notYet', () => {
  const routes = read('web/routes.tsx')
  const shown = (route: string) => routes.includes(`path: '${route}'`)
  expect(specRoutes.filter((route) => !shown(route))).toEqual(notYet.routes)
})

test('every table exists or stands in notYet, and one store alone writes it', () => {
  const sql = files
    .filter((file) => /^server\/platform\/database\/migrations\/.*\.ts$/.test(file))
    .map(read)
    .join('\n')
  const exists = (table: string) => new RegExp(`create table ${table}\\b`).test(sql)
  expect(tables.filter((table) => !exists(table))).toEqual(notYet.tables)
  const server = sources.filter(
    (file) =>
      file.startsWith('server/') &&
      !file.endsWith('.test.ts') &&
      !/^server\/(testing|platform\/database\/(migrations|schema))/.test(file),
  )
  const writers = (table: string) =>
    server.filter((file) =>
      new RegExp(
        `(insertInto|updateTable|deleteFrom)\\(\\s*'${table}'|(insert into|update|delete from) "?${table}"?[\\s(]`,
      ).test(read(file)),
    )
  const shared = tables.map((table) => [table, writers(table)] as const).filter(([, by]) => by.length > 1)
  expect(shared, 'written by more than one file').toEqual([])
  const stray = tables
    .flatMap((table) => writers(table))
    .filter((file) => !file.endsWith('-store.ts') && !file.startsWith('server/platform/'))
  expect([...new Set(stray)], 'written outside a store').toEqual([])
})

test('every provider kind has a stand-in or stands in notYet', () => {
  const kinds = ['maps', 'payments', 'mail', 'sms', 'push', 'storage', 'social']
  const has = (kind: string) => {
    const folder = join(root, 'server/providers', kind)
    return existsSync(folder) && readdirSync(folder).some((file) => file.startsWith('stand-in-'))
  }
  expect(kinds.filter((kind) => !has(kind))).toEqual(notYet.providerKinds)
})

test('no source file is longer than 400 lines, and the median stays small', () => {
  const counted = sources.filter((file) => !mayBeLong.some((pattern) => pattern.test(file)))
  expect(counted.filter((file) => lines(file) > 400).map((file) => `${file}: ${lines(file)}`)).toEqual([])
  const sizes = counted.map(lines).sort((a, b) => a - b)
  expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(120)
})

test('no gathering names: no utils, helpers, managers, barrels', () => {
  const bad = sources.filter((file) => /^(utils?|helpers?|manager|data|info|index)\.(ts|tsx|mjs)$/.test(basename(file)))
  expect(bad).toEqual([])
})
