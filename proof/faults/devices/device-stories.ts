import { pushApi } from '@remis/domain/push/push-api'
import { newReceiver } from '@remis/server/testing/push/push-service'
import { sql } from 'kysely'
import { createHash, randomUUID } from 'node:crypto'
import { makeAct, type Client } from '../../api-client.ts'
import { ofCall } from '../call-stories.ts'
import type { CrashCity } from '../crash-city.ts'
import { counting, type Story } from '../story.ts'

const newDevice = () => newReceiver(`https://fcm.googleapis.com/fcm/send/${randomUUID()}`).subscription
type Device = ReturnType<typeof newDevice>

const registering = (device: Device) =>
  makeAct(pushApi.register, { body: { pushToken: device, userPlatform: 'WEB' as const } })

/** Counts the rows in which the device belongs to this person; a device in two rows counts as many. */
const ownedBy = (city: CrashCity, { endpoint }: Device, owner: Client) =>
  counting(
    city,
    sql`select (case when bool_or(t.user_id = ${owner.id} and s.user_id = t.user_id) then count(*) else 0 end)::int as count
      from push_tokens t join sessions s on s.id = t.session_id
      where t.token_hash = ${createHash('sha256').update(`web ${endpoint}`).digest()}`,
  )

/**
 * A device belongs to the person who registered it last, and to no one else, whenever the server is killed
 * [design/push-2].
 */
export const deviceStories: readonly Story[] = [
  ofCall({
    endpoint: pushApi.register,
    points: [],
    prepare: async (city) => {
      const [rider, device] = [await city.person('rider'), newDevice()]
      return { client: rider, act: registering(device), happened: ownedBy(city, device, rider) }
    },
  }),
  {
    ...ofCall({
      endpoint: pushApi.register,
      points: [],
      prepare: async (city) => {
        const [first, next, device] = [await city.person('rider'), await city.person('rider'), newDevice()]
        await first.make(registering(device))
        return { client: next, act: registering(device), happened: ownedBy(city, device, next) }
      },
    }),
    name: 'a device changes hands',
  },
  ofCall({
    endpoint: pushApi.remove,
    points: [],
    prepare: async (city) => {
      const rider = await city.person('rider')
      await rider.make(registering(newDevice()))
      const left = counting(city, sql`select count(*)::int as count from push_tokens where user_id = ${rider.id}`)
      return { client: rider, act: makeAct(pushApi.remove, {}), happened: async () => 1 - (await left()) }
    },
  }),
]
