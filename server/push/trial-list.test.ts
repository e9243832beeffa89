import { pushApi } from '@remis/domain/push/push-api'
import { beforeAll, describe, expect, it } from 'vitest'
import { sendNotices } from '../notices/send-notices.ts'
import { waitFor } from '../testing/actors.ts'
import { newReceiver } from '../testing/push/push-service.ts'
import { openCity, type City } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'
import { sendPushes } from './send-pushes.ts'

const database = await databaseFor(import.meta.url)
const { db } = database

describe('a trial', () => {
  let city: City
  beforeAll(async () => {
    city = await openCity(database)
  })

  it('sends nothing and lists its messages at /dev/pushes [design/push-30]', async () => {
    const rider = await city.person('rider')
    const { subscription } = newReceiver('https://fcm.googleapis.com/fcm/send/a-device')
    await rider.call(pushApi.register, { body: { pushToken: subscription, userPlatform: 'ANDROID' } })
    await db.transact((tx) =>
      sendNotices(tx, [
        { user: rider.id, message: 'notice_topped_up', params: { amount: 5 }, screen: 'wallet', bookingId: null },
      ]),
    )
    const count = async () => (await db.request.selectFrom('pushes').select('id').execute()).length
    await waitFor(async () => (await count()) === 1)
    await sendPushes(city.server.app, 'notices')
    const answer = await fetch(`${city.server.url}/dev/pushes`, { headers: { accept: 'application/json' } })
    const { rows } = (await answer.json()) as { rows: { payload: string }[] }
    expect(rows).toMatchObject([{ kind: 'web', platform: 'ANDROID', person: 'rider', path: '/wallet' }])
    expect(JSON.parse(rows[0]?.payload ?? '')).toMatchObject({ title: 'Remis', path: '/wallet' })
    const page = await (await fetch(`${city.server.url}/dev/pushes`)).text()
    expect(page).toContain('was added to your wallet')
    // the address of the device is in no list
    expect(page + JSON.stringify(rows)).not.toContain('a-device')
  })
})

it('production has no such page', async () => {
  const env = { REMIS_MODE: 'production', PUBLIC_URL: 'http://localhost:4000' }
  const { server } = await openCity(await databaseFor(`${import.meta.url}-production`), { env })
  expect((await fetch(`${server.url}/dev/pushes`)).status).toBe(404)
})
