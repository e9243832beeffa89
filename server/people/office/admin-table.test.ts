import { peopleApi } from '@remis/domain/people/people-api'
import { beforeAll, expect, it } from 'vitest'
import { openCity, type City, type TestActor } from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City
let admins: readonly TestActor[]

beforeAll(async () => {
  city = await openCity(database)
  admins = [await city.person('admin'), await city.person('admin'), await city.person('admin')]
  const names = ['Mara', 'anna', 'Zoe']
  for (const [at, { id }] of admins.entries())
    await db.request.updateTable('users').set({ first_name: names[at]! }).where('id', '=', id).execute()
})

const ids = (...order: readonly number[]) => order.map((at) => admins[at]!.id)
const listed = async (query: object) => {
  const { rows } = await admins[0]!.call(peopleApi.list, { query: { usertype: 'admin', ...query } })
  return rows.map(({ id }) => id).filter((id) => admins.some((one) => one.id === id))
}

it('the table of all admins is sorted by name or date, in both directions [people-7]', async () => {
  expect(await listed({ sort: 'name', direction: 'asc' })).toEqual(ids(1, 0, 2))
  expect(await listed({ sort: 'name', direction: 'desc' })).toEqual(ids(2, 0, 1))
  expect(await listed({ sort: 'createdAt', direction: 'asc' })).toEqual(ids(0, 1, 2))
  expect(await listed({})).toEqual(ids(2, 1, 0))
})

it('and exported in the order that is shown [people-7]', async () => {
  const reply = await fetch(`${city.server.url}/api/people/export?format=csv&usertype=admin&sort=name&direction=asc`, {
    headers: { authorization: `Bearer ${admins[0]!.token}` },
  })
  const exported = (await reply.text()).split('\r\n').map((line) => line.split(',')[0])
  expect(exported.filter((id) => admins.some((one) => one.id === id))).toEqual(ids(1, 0, 2))
})

it('the audit row of a file names the state that was asked for [design/access-117]', async () => {
  const { id, token } = admins[0]!
  for (const path of ['people/export?usertype=admin', 'drivers/export?documents=missing'])
    await fetch(`${city.server.url}/api/${path}&format=csv&state=deleted`, {
      headers: { authorization: `Bearer ${token}` },
    }).then((reply) => reply.text())
  const rows = db.request.selectFrom('audit_log').select(['action', 'data']).where('actor_id', '=', id)
  expect((await rows.orderBy('id', 'desc').limit(2).execute()).reverse()).toEqual([
    { action: 'admins.export', data: { format: 'csv', state: 'deleted' } },
    { action: 'drivers.export', data: { format: 'csv', documents: 'missing', state: 'deleted' } },
  ])
})
