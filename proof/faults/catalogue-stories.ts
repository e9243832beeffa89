import { cancelReasonsApi } from '@remis/domain/backoffice/cancel-reasons-api'
import { carTypeTableApi } from '@remis/domain/fare/car-types-api'
import { sql } from 'kysely'
import { makeAct } from '../api-client.ts'
import { ofCall, type CallStory } from './call-stories.ts'
import type { CrashCity } from './crash-city.ts'
import { counting, type Story } from './story.ts'

const carTypeFor = (adminId: string) => ({
  name: `Crash ${adminId.slice(-8)}`,
  image: 'van',
  seats: 8,
  base_fare: 10,
  rate_per_unit_distance: 5,
  rate_per_hour: 50,
  min_fare: 20,
  convenience_fees: 10,
  convenience_fee_type: 'percentage' as const,
  cancelSlab: [{ minsDelayed: 5, amount: 20 }],
  parcelTypes: [],
  options: [],
  // out of sight of the riders of other stories
  active: false,
})
const reasonFor = (adminId: string) => ({ label: `Crash ${adminId.slice(-8)}`, roles: ['admin' as const] })

const audited = (city: CrashCity, subject: string, action: string) =>
  counting(city, sql`select count(*)::int as count from audit_log where action = ${action} and subject = ${subject}`)

const carTypeChanges = [
  { endpoint: carTypeTableApi.update, action: 'car-type.update', body: { seats: 7 } },
  { endpoint: carTypeTableApi.remove, action: 'car-type.delete' },
] as const
const reasonChanges = [
  { endpoint: cancelReasonsApi.update, action: 'cancel-reason.update', body: { roles: ['driver'] } },
  { endpoint: cancelReasonsApi.remove, action: 'cancel-reason.delete' },
] as const

const restoring: CallStory = {
  endpoint: carTypeTableApi.restore,
  points: ['car-type.locked'],
  prepare: async (city) => {
    const admin = await city.person('admin')
    const { carType } = await admin.call(carTypeTableApi.create, { body: carTypeFor(admin.id) })
    await admin.call(carTypeTableApi.remove, { params: { id: carType.id } })
    return {
      client: admin,
      act: makeAct(carTypeTableApi.restore, { params: { id: carType.id } }),
      happened: audited(city, `car-type:${carType.id}`, 'car-type.restore'),
    }
  },
}

const carTypeStories: readonly Story[] = [
  {
    endpoint: carTypeTableApi.create,
    points: [],
    prepare: async (city: CrashCity) => {
      const admin = await city.person('admin')
      const body = carTypeFor(admin.id)
      return {
        client: admin,
        act: makeAct(carTypeTableApi.create, { body }),
        happened: counting(city, sql`select count(*)::int as count from car_types where name = ${body.name}`),
      }
    },
  } satisfies CallStory,
  ...carTypeChanges.map(({ endpoint, action, ...more }): CallStory => ({
    endpoint,
    points: ['car-type.locked'],
    prepare: async (city) => {
      const admin = await city.person('admin')
      const { carType } = await admin.call(carTypeTableApi.create, { body: carTypeFor(admin.id) })
      return {
        client: admin,
        act: makeAct(endpoint, { params: { id: carType.id }, ...more } as never),
        happened: audited(city, `car-type:${carType.id}`, action),
      }
    },
  })),
  restoring,
].map(ofCall)

const reasonStories: readonly Story[] = [
  {
    endpoint: cancelReasonsApi.create,
    points: [],
    prepare: async (city: CrashCity) => {
      const admin = await city.person('admin')
      const body = reasonFor(admin.id)
      return {
        client: admin,
        act: makeAct(cancelReasonsApi.create, { body }),
        happened: counting(city, sql`select count(*)::int as count from cancel_reasons where label = ${body.label}`),
      }
    },
  } satisfies CallStory,
  ...reasonChanges.map(({ endpoint, action, ...more }): CallStory => ({
    endpoint,
    points: ['cancel-reason.locked'],
    prepare: async (city) => {
      const admin = await city.person('admin')
      const { reason } = await admin.call(cancelReasonsApi.create, { body: reasonFor(admin.id) })
      return {
        client: admin,
        act: makeAct(endpoint, { params: { id: reason.id }, ...more } as never),
        happened: audited(city, `cancel-reason:${reason.id}`, action),
      }
    },
  })),
].map(ofCall)

const holdsTable = (point: string): boolean => /\.(written|locked)$/.test(point)

/** One at a time within a table: each locks it. */
const alone = (stories: readonly Story[]): Story[] =>
  stories.map((story) => ({
    ...story,
    passes: stories.filter((other) => other !== story).flatMap(({ points }) => points.filter(holdsTable)),
  }))

/** What the office does to car types and cancellation reasons. */
export const catalogueStories: readonly Story[] = [...alone(carTypeStories), ...alone(reasonStories)]
