import { pushApi } from '@remis/domain/push/push-api'
import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { sendNotices } from '../notices/send-notices.ts'
import { waitFor } from '../testing/actors.ts'
import { newReceiver, startPushService, type PushService, type Receiver } from '../testing/push/push-service.ts'
import { openCity, type City, type TestActor } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'
import { untilHandled } from '../testing/until-handled.ts'
import type { PushTarget } from '../providers/push/push-provider.ts'
import { pushOutages, sendPushes } from './send-pushes.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City
let service: PushService
let devices = 0

beforeAll(async () => {
  const env = { REMIS_MODE: 'production', PUBLIC_URL: 'http://localhost:4000' }
  city = await openCity(database, { env, pushNetworks: 'loopback' })
  service = await startPushService()
  return () => service.close()
})

const withDevice = async (person: TestActor) => {
  const device = newReceiver(`${service.url}/device/${++devices}`)
  await person.call(pushApi.register, { body: { pushToken: device.subscription, userPlatform: 'WEB' } })
  return device
}
const pushesOf = ({ id }: TestActor) =>
  db.request.selectFrom('pushes').selectAll().where('user_id', '=', id).orderBy('created_at').execute()
const notify = ({ id }: TestActor, amount: number) =>
  db.transact((tx) =>
    sendNotices(tx, [{ user: id, message: 'notice_topped_up', params: { amount }, screen: 'wallet', bookingId: null }]),
  )
const queued = (person: TestActor, count: number) => waitFor(async () => (await pushesOf(person)).length === count)
const settled = () => untilHandled(db, 'push')
const send = () => sendPushes(city.server.app, 'notices')
const sentTo = (device: Receiver) => service.received.filter(({ path }) => device.subscription.endpoint.endsWith(path))

it.each([
  [
    'is suspended',
    sql`suspended_at = clock_timestamp(), suspension_reason = 'test'`,
    sql`suspended_at = null, suspension_reason = null`,
  ],
  ['has no approval', sql`approved = false`, sql`approved = true`],
])('a device gets nothing while its person %s, and again after that [design/push-2]', async (_why, stop, again) => {
  const driver = await city.driver()
  const device = await withDevice(driver)
  const set = (what: typeof stop) => sql`update users set ${what} where id = ${driver.id}`.execute(db.request)
  await notify(driver, 1)
  await queued(driver, 1)
  await set(stop)
  await send()
  await notify(driver, 2)
  await settled()
  await send()
  expect(sentTo(device)).toEqual([])
  expect(await pushesOf(driver)).toMatchObject([{ state: 'failed' }])
  await set(again)
  await notify(driver, 3)
  await queued(driver, 2)
  await send()
  expect(sentTo(device)).toHaveLength(1)
})

it('a push service that does not answer is one line in the log, and so is each other service [design/data-94]', () => {
  const line = vi.fn()
  const outages = pushOutages({ log: { warn: line, info: line } } as never)
  const at = (host: string) => ({ kind: 'web', subscription: { endpoint: `https://${host}/1` } }) as PushTarget
  for (let tries = 0; tries < 3; tries++) for (const host of ['one', 'two']) outages(at(host)).failed('no answer')
  outages({ kind: 'fcm', token: 'x' }).worked()
  outages(at('one')).worked()
  expect(line.mock.calls.map(([{ service }, text]) => [service, text])).toEqual([
    ['one', 'a push service does not answer'],
    ['two', 'a push service does not answer'],
    ['one', 'a push service answers again'],
  ])
})
