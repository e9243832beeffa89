import { endpoints } from '@remis/server/endpoints'
import { drop, pickup, requestOn } from '@remis/server/testing/test-city'
import { databaseFor } from '@remis/server/testing/test-database'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { changedTables, digestsOf, untilSettled, type BusinessDigest } from '../business-digest.ts'
import { callerAs, type Caller } from './callers.ts'
import { acceptedAt, uncheckedObjects } from './accepted-keys.ts'
import { requests } from './requests/requests.ts'
import { openActors, type Person } from './actors.ts'
import { extraKeys, placesOf, withKeys } from './extra-keys.ts'
import { policy } from './policy/policy.ts'
import { relationships, type Relationship } from './policy/policy-row.ts'
import { buildWorld, type World } from './world.ts'

const database = await databaseFor(import.meta.url)
const { db } = database

const writes = Object.keys(policy).filter((name) => {
  const [method, path] = name.split(' ')
  return endpoints.some(
    ({ endpoint }) => endpoint.method === method && endpoint.path === path && endpoint.body !== undefined,
  )
})
const ways = { pickup, drop }
const absent = {
  booking: 'ZZZZZZZZZZ',
  payment: `RP${'0'.repeat(26)}`,
  withdrawal: randomUUID(),
  quote: randomUUID(),
  promo: randomUUID(),
  notification: randomUUID(),
  language: randomUUID(),
  'car type': randomUUID(),
  'cancel reason': randomUUID(),
  debt: randomUUID(),
  mail: randomUUID(),
  wallet: randomUUID(),
  person: randomUUID(),
  rider: randomUUID(),

  file: randomUUID(),
  payout: randomUUID(),
  'waiting credit': randomUUID(),
  credit: randomUUID(),
  alert: randomUUID(),
  'taken alert': randomUUID(),
} as const

describe('no column can be set by naming it', () => {
  let world: World
  let extra: Record<string, unknown>
  let digest: () => Promise<BusinessDigest>
  beforeAll(async () => {
    world = await buildWorld(await openActors(database), false)
    extra = await extraKeys(db.lists)
    digest = await digestsOf(db.lists)
  })

  /** A caller with a role of the call; the body is parsed before the relation is checked. */
  const callerOf = (name: string): Caller => {
    const role = relationships[Object.keys(policy[name]!.to).at(0) as Relationship]
    const { rider, otherDriver, admin, fleetAdmin } = world.actors
    const people: Readonly<Record<string, Person>> = { driver: otherDriver, admin, fleetadmin: fleetAdmin }
    return callerAs('caller', people[role] ?? rider, undefined)
  }

  const send = (name: string, caller: Caller, id: string, payload: string) => {
    const [method = '', path = ''] = name.split(' ')
    return world.actors.city.server.fastify.inject({
      method: method as 'POST',
      url: path.replace(':id', id),
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        authorization: `Bearer ${caller.token}`,
      },
      payload,
    })
  }

  it.each(writes)('%s refuses undeclared keys', async (name) => {
    const { object } = policy[name]!
    const id = object === undefined ? '' : absent[object]
    const caller = callerOf(name)
    const { body } = await requests[name]!(world, caller, { name: 'absent', id, related: {} }, false)
    await untilSettled(db.lists)
    const before = await digest()
    for (const path of placesOf(body)) {
      const where = [name, path.join('.')].join(' ').trim()
      if (uncheckedObjects.includes(where)) continue
      const answer = await send(name, caller, id, JSON.stringify(withKeys(body, path, extra)))
      expect(answer.statusCode, where).toBe(400)
      const again = await send(
        name,
        caller,
        id,
        JSON.stringify(withKeys(body, path, { '-proto-': { usertype: 'admin' } })).replace('-proto-', '__proto__'),
      )
      expect(again.statusCode, `${where} __proto__`).toBe(400)
      if (name.includes(' /api/')) {
        const { fields } = answer.json<{ error: { fields: Record<string, string> } }>().error
        const prefix = path.length === 0 ? '' : `${path.join('.')}.`
        const held = path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], body) as object
        const let_in = Object.keys(extra).filter((key) => !(key in held) && fields[prefix + key] !== 'unknown field')
        expect(
          let_in.filter((key) => !acceptedAt(where).has(key)),
          where,
        ).toEqual([])
      }
    }
    expect(changedTables(before, await digest())).toEqual([])
  })

  const registration = (n: number) => ({
    firstName: 'Plain',
    lastName: 'Person',
    email: `plain.${n}@example.org`,
    password: 'abc*123',
    mobile: `+5989777000${n}`,
  })
  const rowOf = async (table: 'users' | 'bookings', id: string, own: readonly string[]) => {
    const row = await db.lists.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return Object.fromEntries(Object.entries(row).filter(([column]) => !own.includes(column)))
  }

  it('a registration ignores or refuses keys beyond its form [accounts-3] [accounts-9] [accounts-36]', async () => {
    const signUp = (form: object) =>
      send('POST /user_signup', callerOf('POST /user_signup'), '', JSON.stringify({ regData: form }))
    const where = 'POST /user_signup regData'
    for (const key of Object.keys(extra).filter((name) => !acceptedAt(where).has(name)))
      expect((await signUp({ ...registration(1), [key]: extra[key] })).statusCode, key).toBe(400)

    const ignored = { signupViaReferral: world.actors.admin.id, createdAt: 1, phone: '+59800000000' }
    const [plain, laden] = [await signUp(registration(2)), await signUp({ ...registration(3), ...ignored })]
    const own = ['id', 'email', 'mobile', 'referral_id', 'created_at', 'words', 'folded_name']
    const [first, second] = [plain.json<{ uid: string }>().uid, laden.json<{ uid: string }>().uid]
    expect(await rowOf('users', second, own)).toEqual(await rowOf('users', first, own))
    for (const usertype of ['admin', 'fleetadmin'])
      expect((await signUp({ ...registration(4), usertype })).statusCode, usertype).toBe(422)
  })

  it('a booking follows its quote, whatever the client sends about car, payment, rider and settings', async () => {
    const { otherRider } = world.actors
    // the riders of the world owe money and may not book
    const rider = await world.actors.person('rider')
    const { carType } = world.own[0]!
    const book = async (change: (body: ReturnType<typeof requestOn>) => object) => {
      const { quote } = await rider.call(quotesApi.create, { body: { ...ways, carType } })
      const caller = callerAs('rider', rider, undefined)
      const answer = await send('POST /api/bookings', caller, '', JSON.stringify(change(requestOn(quote))))
      expect(answer.statusCode, answer.body).toBe(200)
      const own = [
        'id',
        'quote_id',
        'otp',
        'coords',
        'tripdate',
        'booking_date',
        'release_at',
        'released_at',
        'search_started_at',
        'search_until',
      ]
      return rowOf('bookings', answer.json<{ booking: { id: string } }>().booking.id, own)
    }
    const plain = await book((body) => body)
    const laden = await book((body) => ({
      ...body,
      carDetails: { ...extra, id: body.carDetails.id },
      paymentPacket: {
        ...extra,
        payment_mode: 'cash',
        customer_paid: 0,
        payableAmount: 0,
        discount: 999,
        usedWalletMoney: 999,
      },
      userDetails: { ...extra, uid: otherRider.id, usertype: 'admin' },
      estimate: { estimateFare: 0 },
      settings: { otp_secure: false, decimal: 9 },
      booking_type_admin: true,
    }))
    expect(laden).toEqual(plain)
  })
})
