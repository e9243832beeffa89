import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { pushApi } from '@remis/domain/push/push-api'
import { firstLanguages } from '@remis/domain/texts/built-in-languages'
import { importJWK, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { provideLanguages } from '../backoffice/languages/provide-languages.ts'
import { sendNotices } from '../notices/send-notices.ts'
import { secretBox } from '../platform/security/secret-box.ts'
import { hashToken, newToken } from '../platform/sessions/session-guard.ts'
import { actorOf, waitFor } from '../testing/actors.ts'
import { newReceiver, startPushService, type PushService, type Receiver } from '../testing/push/push-service.ts'
import { drives, keyOf, openCity, tripCodeOf, type City, type TestActor } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'
import { untilHandled } from '../testing/until-handled.ts'
import { deleteEndedDevices } from './device-store.ts'
import { sendPushes } from './send-pushes.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City
let service: PushService
let devices = 0

beforeAll(async () => {
  const env = {
    REMIS_MODE: 'production',
    PUBLIC_URL: 'http://localhost:4000',
    PROVIDER_NETWORKS: 'loopback,10.0.0.0/8',
  }
  const push = { leaseSeconds: 2, answerMs: 1000 }
  city = await openCity(database, { env, pushNetworks: 'loopback', sweeps: false, limits: { push } })
  service = await startPushService()
  return () => service.close()
})
beforeEach(async () => {
  await sql`delete from pushes`.execute(db.request)
  service.received.length = 0
})

const app = () => city.server.app
const newDevice = () => newReceiver(`${service.url}/device/${++devices}`)
const register = (person: TestActor, { subscription }: Receiver) =>
  person.call(pushApi.register, { body: { pushToken: subscription, userPlatform: 'WEB' } })
const withDevice = async (person: TestActor) => {
  const device = newDevice()
  await register(person, device)
  return device
}
const pushesOf = ({ id }: TestActor) =>
  db.request.selectFrom('pushes').selectAll().where('user_id', '=', id).orderBy('created_at').execute()
const notify = (person: TestActor, ...amounts: number[]) =>
  db.transact((tx) =>
    sendNotices(
      tx,
      amounts.map((amount) => ({
        user: person.id,
        message: 'notice_topped_up',
        params: { amount },
        screen: 'wallet',
        bookingId: null,
      })),
    ),
  )
/** Once the consumer has added them. */
const queued = (person: TestActor, count: number) => waitFor(async () => (await pushesOf(person)).length === count)
const notifyQueued = async (person: TestActor, amount: number, count = 1) => {
  await notify(person, amount)
  await queued(person, count)
}
const settled = () => untilHandled(db, 'push')
const send = () => sendPushes(app(), 'notices')
const makeDue = () => sql`update pushes set next_try_at = clock_timestamp() where state = 'waiting'`.execute(db.request)
const sentTo = (device: Receiver) =>
  service.received
    .filter(({ path }) => device.subscription.endpoint.endsWith(path))
    .map(({ body }) => device.read(body))

describe('a notice reaches the devices of its reader', () => {
  it('encrypted for the browser alone and signed with the key of this installation [design/push-12]', async () => {
    const rider = await city.person('rider')
    const device = await withDevice(rider)
    await notifyQueued(rider, 250)
    await send()
    const [push] = await pushesOf(rider)
    expect(push).toMatchObject({ state: 'sent', tries: 1 })
    const body = (sentTo(device)[0] as { body: string }).body
    expect(sentTo(device)).toEqual([{ id: push?.id, title: 'Remis', body, path: '/wallet' }])
    expect(body.replaceAll('\u00a0', ' ')).toBe('$U 250 was added to your wallet.')
    const [{ headers, body: sealed }] = service.received as [(typeof service.received)[0]]
    expect(sealed.toString('latin1')).not.toContain('wallet')
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' })
    expect(Number(headers['ttl'])).toBeGreaterThan(86_000)
    // VAPID [RFC 8292]
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
    expect(key).toBe((await rider.call(pushApi.key, {})).key)
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
    const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), {
      audience: service.url,
    })
    expect(payload.sub).toBe('mailto:office@localhost')
    // another browser cannot read it
    expect(() => newDevice().read(sealed)).toThrow()
  })

  it('on every device, and each once, however often the sweep runs or the stream is read again [design/push-10]', async () => {
    const rider = await city.person('rider')
    const first = await withDevice(rider)
    const again = actorOf(city.server.url, await sessionOf(rider))
    const second = newDevice()
    await again.call(pushApi.register, { body: { pushToken: second.subscription, userPlatform: 'ANDROID' } })
    await notifyQueued(rider, 1, 2)
    await Promise.all([send(), send()])
    await sql`update stream_cursors set seq = 0 where name = 'push'`.execute(db.request)
    await notify(await city.person('rider'), 5)
    await settled()
    await send()
    expect([sentTo(first).length, sentTo(second).length]).toEqual([1, 1])
  })

  it('with the name of a document and its last day in the operator’s time zone [design/documents-9]', async () => {
    const driver = await city.driver()
    const device = await withDevice(driver)
    const { timezone } = await app().settings.current()
    expect(timezone).toBe('America/Montevideo')
    const params = { document: 'insurance', date: Date.UTC(2030, 2, 11, 3) - 1 }
    await db.transact((tx) =>
      sendNotices(tx, [
        { user: driver.id, message: 'notice_document_expiring', params, screen: 'documents', bookingId: null },
      ]),
    )
    const reserved = { time: Date.UTC(2030, 2, 14, 12, 30), pickup: 'Colonia 1234' }
    await db.transact((tx) =>
      sendNotices(tx, [
        { user: driver.id, message: 'notice_reserved', params: reserved, screen: 'DriverTrips', bookingId: null },
      ]),
    )
    await queued(driver, 2)
    await send()
    const bodies = sentTo(device).map((sent) => (sent as { body: string }).body)
    expect(bodies).toContainEqual(expect.stringMatching(/^Insurance: valid until 10 Mar 2030\. /))
    expect(bodies).toContainEqual(expect.stringContaining('14 Mar 2030, 09:30, pickup at Colonia 1234.'))
  })

  it('in the language of the person', async () => {
    const rider = await city.person('rider')
    await db.transact((tx) => provideLanguages(tx, firstLanguages, 'taxi'))
    await db.request.updateTable('users').set({ language: 'ar' }).where('id', '=', rider.id).execute()
    const device = await withDevice(rider)
    await notifyQueued(rider, 1250)
    await waitFor(async () => (await app().languages.current()).some(({ view }) => view.langLocale === 'ar'))
    await send()
    const { body } = sentTo(device)[0] as { body: string }
    expect(body).toMatch(/\p{Script=Arabic}/u)
    // no bidi isolates
    expect(body).not.toMatch(/[\u2066-\u2069]/)
    expect(body).not.toContain('wallet')
  })

  it('of a trip: accepted, arrived, started, reached and paid open the ride; a request opens /drive [notices-4]', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const [hers, his] = [await withDevice(rider), await withDevice(driver)]
    const { id } = await city.book(rider)
    const drive = drives(driver, id)
    await queued(driver, 1)
    await send()
    expect(sentTo(his)).toMatchObject([{ path: '/drive' }])
    expect(service.received[0]?.headers).toMatchObject({ urgency: 'high' })
    expect(Number(service.received[0]?.headers['ttl'])).toBeLessThanOrEqual(60)
    await drive.accept()
    await drive.arriveThere()
    await drive.start(await tripCodeOf(rider, id))
    await drive.reach()
    await drive.receiveCash()
    await settled()
    await send()
    const paths = (sentTo(hers) as { path: string }[]).map(({ path }) => path)
    expect(paths.length).toBeGreaterThanOrEqual(4)
    expect(new Set(paths)).toEqual(new Set([`/trips/${id}`]))
    // the trip code is in no message
    expect(JSON.stringify([...sentTo(hers), ...sentTo(his)])).not.toMatch(/\b\d{5}\b/)
    city.server.app.drivers.remove(driver.id)
  })

  it('not when it was read on a page meanwhile, nor when its kind is off [design/push-11]', async () => {
    const rider = await city.person('rider')
    const device = await withDevice(rider)
    await notifyQueued(rider, 7)
    await sql`update notices set seen_at = clock_timestamp() where user_id = ${rider.id}`.execute(db.request)
    await send()
    expect(await pushesOf(rider)).toMatchObject([{ state: 'failed', detail: 'seen' }])
    await db.request
      .updateTable('users')
      .set({ muted_notices: ['progress'] })
      .where('id', '=', rider.id)
      .execute()
    await db.transact((tx) =>
      sendNotices(tx, [
        { user: rider.id, message: 'notice_started', params: {}, screen: 'BookedCab', bookingId: null },
      ]),
    )
    await settled()
    expect(await pushesOf(rider)).toHaveLength(1)
    expect(sentTo(device)).toEqual([])
  })
})

/** The token of one more session. */
const sessionOf = async ({ id }: TestActor): Promise<string> => {
  const token = newToken()
  const expires_at = sql<Date>`clock_timestamp() + interval '1 day'`
  await db.request
    .insertInto('sessions')
    .values({ id: newId(), user_id: id, token_hash: hashToken(token), expires_at })
    .execute()
  return token
}

describe('a device', () => {
  it('belongs to the person who signed in on it last [design/push-2]', async () => {
    const [first, second] = [await city.person('rider'), await city.person('rider')]
    const device = await withDevice(first)
    await notifyQueued(first, 1)
    await register(second, device)
    await notifyQueued(second, 2)
    await send()
    expect((sentTo(device) as { body: string }[]).map(({ body }) => body.replaceAll('\u00a0', ' '))).toEqual([
      '$U 2 was added to your wallet.',
    ])
    expect(await pushesOf(first)).toMatchObject([{ state: 'failed', detail: 'gone' }])
    const platform = await db.request
      .selectFrom('users')
      .select('user_platform')
      .where('id', '=', second.id)
      .executeTakeFirst()
    expect(platform?.user_platform).toBe('WEB')
  })

  it('changes hands unseen: the answers are those for a new device, and the former person can neither use nor remove it [design/push-2]', async () => {
    const [first, second] = [await city.person('rider'), await city.person('rider')]
    const device = newDevice()
    const answerTo = async ({ token = '' }: TestActor, method: 'POST' | 'DELETE', sent: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(`${city.server.url}/api/push/device`, { method, headers, body: JSON.stringify(sent) })
      return [answer.status, await answer.text()]
    }
    const registered = { pushToken: device.subscription, userPlatform: 'WEB' }
    const whenNew = await answerTo(first, 'POST', registered)
    expect([await answerTo(second, 'POST', registered), await answerTo(second, 'POST', registered)]).toEqual([
      whenNew,
      whenNew,
    ])
    const has = async (who: TestActor) => (await who.call(pushApi.key, {})).registered
    expect([await has(first), await has(second)]).toEqual([false, true])
    // nothing to remove, which looks the same
    expect(await answerTo(first, 'DELETE', {})).toEqual(await answerTo(await city.person('rider'), 'DELETE', {}))
    await first.call(accountsApi.signOut, {})
    await deleteEndedDevices(db.jobs, 100)
    expect(await has(second)).toBe(true)
    await notify(first, 1)
    await notifyQueued(second, 2)
    await send()
    expect([await pushesOf(first), sentTo(device).length]).toEqual([[], 1])
  })

  it('that changes hands while messages for the former person are being sent gets no more of them [design/push-2]', async () => {
    const [first, second] = [await city.person('rider'), await city.person('rider')]
    const device = await withDevice(first)
    await notify(first, 1, 2, 3)
    await queued(first, 3)
    const { config } = app()
    const limits = { ...config.limits, push: { ...config.limits.push, parallel: 1 } }
    const stop = city.server.failpoint.pause('push.accepted')
    // all three are claimed, the first is accepted
    const sending = sendPushes({ ...app(), config: { ...config, limits } }, 'notices')
    await stop.reached
    await register(second, device)
    stop.release()
    await sending
    expect(sentTo(device)).toHaveLength(1)
    expect((await pushesOf(first)).map(({ detail }) => detail).toSorted()).toEqual(['', 'gone', 'gone'])
  })

  it('gets nothing more after signing out, and after its session has ended elsewhere', async () => {
    const rider = await city.person('rider')
    const device = await withDevice(rider)
    await notifyQueued(rider, 1)
    await rider.call(accountsApi.signOut, {})
    await send()
    expect(sentTo(device)).toEqual([])
    const other = await city.person('rider')
    await withDevice(other)
    await sql`update sessions set revoked_at = clock_timestamp() where user_id = ${other.id}`.execute(db.request)
    await notify(other, 2)
    await settled()
    expect(await pushesOf(other)).toEqual([])
    await deleteEndedDevices(db.jobs, 100)
    const left = await db.request.selectFrom('push_tokens').select('id').where('user_id', '=', other.id).execute()
    expect(left).toEqual([])
  })

  it('is removed when its push service says it is gone, and tried again when it is busy [design/push-13]', async () => {
    const rider = await city.person('rider')
    const device = await withDevice(rider)
    await notifyQueued(rider, 1)
    for (const status of [500, 429]) {
      service.answer(status)
      await send()
      await makeDue()
    }
    expect(await pushesOf(rider)).toMatchObject([{ state: 'waiting', tries: 2 }])
    await send()
    expect(sentTo(device)).toHaveLength(1)
    await notifyQueued(rider, 2, 2)
    service.answer(410)
    await send()
    expect((await pushesOf(rider)).map(({ state }) => state)).toEqual(['sent', 'failed'])
    expect((await rider.call(pushApi.key, {})).registered).toBe(false)
  })

  it('is not removed when the push service refuses our signature', async () => {
    const rider = await city.person('rider')
    await withDevice(rider)
    await notifyQueued(rider, 1)
    service.answer(403)
    await send()
    expect(await pushesOf(rider)).toMatchObject([{ state: 'waiting' }])
    expect((await rider.call(pushApi.key, {})).registered).toBe(true)
  })

  it('that was registered before a change of SECRET counts as none, and is removed [design/push-3]', async () => {
    const rider = await city.person('rider')
    const device = await withDevice(rider)
    const { sealed } = secretBox(Buffer.alloc(32, 7)).seal({ kind: 'web', subscription: device.subscription })
    await db.request.updateTable('push_tokens').set({ sealed }).where('user_id', '=', rider.id).execute()
    expect((await rider.call(pushApi.key, {})).registered).toBe(false)
    await notifyQueued(rider, 1)
    await send()
    expect(await pushesOf(rider)).toMatchObject([{ state: 'failed' }])
    const left = db.request.selectFrom('push_tokens').select('id').where('user_id', '=', rider.id)
    expect(await left.execute()).toEqual([])
    await register(rider, device)
    expect((await rider.call(pushApi.key, {})).registered).toBe(true)
  })

  it('is refused at any other host than a push service, also in PROVIDER_NETWORKS, and with an invalid key [design/push-5]', async () => {
    const rider = await city.person('rider')
    const at = (endpoint: string) => keyOf(register(rider, newReceiver(endpoint)))
    for (const endpoint of ['https://example.org/x', 'https://169.254.169.254/latest', 'http://10.0.0.1/', 'x'])
      expect([endpoint, await at(endpoint)]).toEqual([endpoint, 'invalid_input'])
    const { subscription } = newDevice()
    const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url')
    const bent = { ...subscription, keys: { ...subscription.keys, p256dh } }
    const call = rider.call(pushApi.register, { body: { pushToken: bent, userPlatform: 'WEB' } })
    expect(await keyOf(call)).toBe('invalid_input')
    // no service account: an app of the operator cannot be reached
    const app = rider.call(pushApi.register, { body: { pushToken: 'x'.repeat(160), userPlatform: 'ANDROID' } })
    expect(await keyOf(app)).toBe('invalid_input')
  })

  it('a crash loses no message: claimed ones are sent after the lease', async () => {
    const rider = await city.person('rider')
    const device = await withDevice(rider)
    await notifyQueued(rider, 1)
    city.server.failpoint.fail('push.accepted', new Error('killed'))
    await send()
    city.server.failpoint.clear()
    const ids = () => (sentTo(device) as { id: string }[]).map(({ id }) => id)
    expect(await pushesOf(rider)).toMatchObject([{ state: 'waiting' }])
    await makeDue()
    await send()
    // the second copy has the same id, by which the device replaces the first
    expect([ids().length, new Set(ids()).size]).toEqual([2, 1])
    expect(await pushesOf(rider)).toMatchObject([{ state: 'sent' }])
  })

  it('says which messages it has shown, and only its own', async () => {
    const [rider, other] = [await city.person('rider'), await city.person('rider')]
    await withDevice(rider)
    await notifyQueued(rider, 1)
    const id = (await pushesOf(rider))[0]?.id ?? ''
    await other.call(pushApi.shown, { body: { id } })
    expect(await pushesOf(rider)).toMatchObject([{ shown_at: null }])
    await rider.call(pushApi.shown, { body: { id } })
    expect((await pushesOf(rider))[0]?.shown_at).not.toBeNull()
  })
})
