import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileKinds } from '@remis/domain/files/file-kinds'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from './endpoints.ts'
import { databaseFor } from './testing/test-database.ts'

const pageOf = (name: string) => readFileSync(join(import.meta.dirname, '../docs/product', `${name}.md`), 'utf8')
const rule = (page: string, id: string) => pageOf(page).split(`- **${id}**`)[1]?.split('\n- **')[0] ?? ''
const coded = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)

const served = new Map(endpoints.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint]))
/** The names of a schema, of all its variants. */
const namesOf = (schema: z.ZodType | undefined): readonly string[] => {
  if (schema === undefined) return []
  const found: string[] = []
  const walk = (node: { properties?: object; anyOf?: object[]; allOf?: object[]; oneOf?: object[] }) => {
    found.push(...Object.keys(node.properties ?? {}))
    for (const one of [...(node.anyOf ?? []), ...(node.allOf ?? []), ...(node.oneOf ?? [])]) walk(one)
  }
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as object)
  return found
}

describe('the calls on the host root', () => {
  const lines = [
    ...`${rule('places', 'places-6')}${rule('api', 'api-3')}`.matchAll(/\| (POST|GET) `([^`]+)` \| (.*?) \| /g),
  ]
  const calls = lines.map(([, method = '', path = '', body = '']) => ({
    name: `${method} ${path.replace('{project}', '')}`,
    // a word of the body that is no name of a field: how two of them are written
    body: coded(body.replace(/\(user.*\)/, '')),
  }))

  it('are all on the pages', () => expect(calls).toHaveLength(11))

  it.each(calls)('$name takes the documented body [api-2] [api-3]', ({ name, body }) => {
    const endpoint = served.get(name)
    expect(endpoint, name).toBeDefined()
    expect(namesOf(endpoint?.body)).toEqual(expect.arrayContaining(body))
  })
})

/** Each named operation with the call that does it and the roles that may. */
const operations = {
  // loads [api-7] [api-8]
  'fetch languages': ['GET /api/languages', 'anyone admin'],
  'fetch car types': ['GET /api/car-types', 'visitor rider driver fleetadmin admin'],
  'fetch settings': ['GET /api/settings/public', 'anyone'],
  'fetch user': ['GET /api/sessions/current', 'rider driver fleetadmin admin'],
  'fetch bookings': ['GET /api/bookings', 'rider driver fleetadmin admin'],
  'fetch payment methods': ['GET /get_providers', 'anyone'],
  'fetch cancel reasons': ['GET /api/cancel-reasons', 'rider driver fleetadmin admin'],
  fetchUsersOnce: ['GET /api/people', 'admin'],
  'fetch own drivers': ['GET /api/drivers', 'fleetadmin admin'],
  'fetch promos': ['GET /api/promos/all', 'admin'],
  'fetch driver earnings': ['GET /api/reports/driver-earnings', 'fleetadmin admin'],
  'fetch notifications': ['GET /api/notifications', 'admin'],
  'fetch earnings report': ['GET /api/reports/earnings', 'admin'],
  'fetch withdraws': ['GET /api/withdrawals', 'rider driver admin'],
  // estimate and booking [api-9] [api-10]
  'get estimate': ['POST /api/quotes', 'rider admin'],
  'add booking': ['POST /api/bookings', 'rider admin'],
  'update booking': ['POST /api/bookings/:id/pay', 'rider driver admin'],
  'cancel booking': ['POST /api/bookings/:id/cancel', 'rider driver admin'],
  // push [api-11]
  'send push message': ['POST /send_notification', 'rider driver admin'],
  // authentication and registration [api-12] [api-13]
  signIn: ['POST /api/sessions', 'anyone'],
  'social sign-in': ['POST /api/sessions/social', 'anyone'],
  'mobile sign-in': ['POST /api/sessions/phone', 'anyone'],
  'sign out': ['DELETE /api/sessions/current', 'rider driver fleetadmin admin'],
  'send reset mail': ['POST /api/password-resets', 'anyone'],
  checkUserExists: ['POST /check_user_exists', 'anyone'],
  validateReferer: ['POST /validate_referrer', 'anyone'],
  emailSignUp: ['POST /user_signup', 'anyone'],
  // users [api-14]
  addUser: ['POST /api/people', 'admin'],
  editUser: ['PATCH /api/people/:id', 'fleetadmin admin'],
  deleteUser: ['DELETE /api/people/:id', 'fleetadmin admin'],
  'update profile': ['PATCH /api/profile', 'rider driver fleetadmin admin'],
} as const

/** The operations of the office; those with a mode have a call for each mode [backoffice-11]. */
const ofOffice: Readonly<Record<string, readonly string[]>> = {
  editSettings: ['PATCH /api/settings'],
  editLanguage: ['POST /api/languages', 'PATCH /api/languages/:id', 'DELETE /api/languages/:id'],
  completeWithdraw: ['POST /api/withdrawals/:id/process'],
  editCancellationReason: [
    'POST /api/cancel-reasons',
    'PATCH /api/cancel-reasons/:id',
    'DELETE /api/cancel-reasons/:id',
  ],
  addToWallet: ['POST /api/wallets/:id/credits'],
  'car type edit': ['POST /api/car-types', 'PATCH /api/car-types/:id', 'DELETE /api/car-types/:id'],
  'promo edit': ['POST /api/promos', 'PATCH /api/promos/:id', 'DELETE /api/promos/:id'],
  'notification send': ['POST /api/notifications/:id/send'],
  'notification edit': ['POST /api/notifications', 'PATCH /api/notifications/:id', 'DELETE /api/notifications/:id'],
}
/** Only the page knows these: what a dialog says is cleared with it. */
const ofPage = ['clearSettingsViewError', 'clearLoginError']

describe('the named operations', () => {
  it.each(Object.entries(operations))(
    '%s [api-7] [api-8] [api-9] [api-10] [api-11] [api-12] [api-13] [api-14]',
    (_operation, [call, roles]) => expect(served.get(call)?.roles.toSorted()).toEqual(roles.split(' ').toSorted()),
  )

  it('each operation of the office has its calls, for admins alone [api-15]', () => {
    const named = [...rule('api', 'api-15').matchAll(/^ +\| `?([\w -]+?)`? \| .* \|$/gm)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'Operation' && !/^-+$/.test(name))
    expect(named.filter((name) => !ofPage.includes(name))).toEqual(Object.keys(ofOffice))
    const calls = Object.values(ofOffice).flat()
    expect(calls.map((call) => [call, served.get(call)?.roles])).toEqual(calls.map((call) => [call, ['admin']]))
  })
})

/** Where each stored area is kept: a table, or one of its columns. */
const areas: Readonly<Record<string, string>> = {
  users: 'users',
  bookings: 'bookings',
  cancel_reason: 'cancel_reasons',
  settings: 'settings',
  cartypes: 'car_types',
  promos: 'promos',
  notifications: 'notifications',
  withdraws: 'withdrawals',
  languages: 'languages',
  'tracking/{bookingId}': 'track_points',
  'chats/{bookingId}/messages': 'chat_messages',
  'users/{uid}/walletBalance': 'wallets.balance',
  walletHistory: 'ledger_entries',
  location: 'driver_positions',
  savedAddresses: 'saved_addresses',
  'bookings/{id}/requestedDrivers': 'offers',
}

it('pictures of people, drivers and bookings are uploaded as what they are for [api-18]', () => {
  expect(fileKinds).toEqual(expect.arrayContaining(['profileImage', 'driverDocument', 'licenseImage']))
  expect(z.toJSONSchema(served.get('POST /api/files')?.query ?? z.never(), { io: 'input' })).toMatchObject({
    properties: { kind: { enum: [...fileKinds] } },
  })
  expect(namesOf(served.get('POST /api/bookings/:id/photos')?.query)).toEqual(['name'])
})

it('each stored area is a table of the database of Remis [api-16] [api-17] [tracking-11]', async () => {
  expect(coded(rule('api', 'api-17'))).toEqual(Object.keys(areas))
  const { db } = await databaseFor(import.meta.url)
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name
    from information_schema.columns where table_schema = 'public'`.execute(db.request)
  const names = new Set(rows.flatMap(({ name }) => [name, name.split('.')[0]]))
  expect(Object.values(areas).filter((area) => !names.has(area))).toEqual([])
})
