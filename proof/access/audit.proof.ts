import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { endpoints } from '@remis/server/endpoints'
import { actorOf } from '@remis/server/testing/actors'
import { databaseFor } from '@remis/server/testing/test-database'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openActors } from './actors.ts'
import { policy } from './policy/policy.ts'
import { requests } from './requests/requests.ts'
import { makeSender, type Sender } from './send.ts'
import { permitted } from './targets.ts'
import { buildWorld, type World } from './world.ts'

const database = await databaseFor(import.meta.url)

/** Writes that an admin may make without an audit entry. */
const unaudited: Readonly<Record<string, string>> = {
  'POST /api/account/phone-code': 'sends a code to the caller; nothing is changed',
  'POST /api/account/phone': 'confirms a stored number, which stays the same',
  'POST /api/account/authenticator/begin': 'a question; the answer to it is audited',
  'POST /api/account/passkeys/begin': 'a question; the answer to it is audited',
  'POST /api/profile/contact': 'sends a code; the change that it confirms is audited',
  'PATCH /api/preferences': 'the look of their own screens',
  'POST /api/saved-views': 'own views of a list',
  'POST /api/saved-views/rename': 'own views of a list',
  'POST /api/saved-views/remove': 'own views of a list',
  'POST /api/saved-views/columns': 'own columns of a list',
  'POST /api/notices/seen': 'own notices',
  'POST /api/push/device': 'their own device',
  'DELETE /api/push/device': 'their own device',
  'POST /api/push/shown': 'their own device has shown a message',
  'POST /api/files': 'stores a picture that nothing uses yet; the change that uses it is audited',
  'POST /api/quotes': 'a price, which is gone after ten minutes; the booking made on it is audited',
  'POST /api/quotes/preview': 'computes prices',
  'POST /api/car-types/:id/try': 'computes prices',
  'POST /googleapis-autocomplete': 'asks the map',
  'POST /googleapis-getcoords': 'asks the map',
  'POST /googleapis-getroute': 'asks the map',
  'POST /googleapis-getaddress': 'asks the map',
  'POST /googleapis-getdrivetime': 'asks the map',
  'POST /googleapis-getmultiloctime': 'asks the map',
}

/** Where the request of the other proofs would change nothing. */
const changing: Readonly<Record<string, object>> = {
  'POST /api/people/:id/approval': { approved: false },
  'POST /api/people/:id/role': { usertype: 'rider' },
}

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`

/** Signing in and out, for which security events are kept. */
const ofSessions = /^(POST|DELETE) \/api\/sessions/

const writes = endpoints
  .map(({ endpoint }) => endpoint)
  .filter(({ method, roles }) => method !== 'GET' && (roles as readonly string[]).includes('admin'))
  .map(nameOf)
  .filter((name) => !ofSessions.test(name))

describe('what an admin changes is in the audit log [design/access-99]', () => {
  let world: World
  let sender: Sender
  let visitor: string
  beforeAll(async () => {
    world = await buildWorld(await openActors(database), false)
    sender = makeSender(world)
    const { url } = world.actors.city.server
    visitor = (await actorOf(url, undefined).call(accountsApi.visitorToken, { body: {} })).token
  })

  const entriesOfAdmins = async (): Promise<number> => {
    const { rows } = await sql<{ entries: number }>`select count(*)::int as entries from audit_log
      where actor_role = 'admin'`.execute(database.db.request)
    return rows[0]?.entries ?? 0
  }

  it.each(writes)('%s', async (name) => {
    const { app } = world.actors.city.server
    // assigning needs it [dispatch-10]
    const manual = name.endsWith('/assign')
    if (manual) await app.settings.change({ autoDispatch: false }, null)
    let made = 0
    for await (const { caller, target } of permitted(world, policy[name]!, visitor)) {
      if (caller.role !== 'admin') continue
      const before = await entriesOfAdmins()
      const request = await requests[name]!(world, caller, target, true)
      const body = changing[name] ?? request.body
      const answer = await sender.send(name, caller, { ...request, ...(body === undefined ? {} : { body }) })
      expect(answer.status, answer.text.slice(0, 300)).toBe(200)
      const entries = (await entriesOfAdmins()) - before
      expect(entries > 0, `${entries} entries; expected some: ${!(name in unaudited)}`).toBe(!(name in unaudited))
      made++
      break
    }
    if (manual) await app.settings.change({ autoDispatch: true }, null)
    expect(made, 'calls of an admin').toBe(1)
  })

  it('the list of those without an entry names calls that exist', () => {
    expect(Object.keys(unaudited).filter((name) => !writes.includes(name))).toEqual([])
  })
})
