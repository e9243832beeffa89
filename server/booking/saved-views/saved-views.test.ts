import { savedViewsApi } from '@remis/domain/booking/list/saved-views-api'
import { expect, it } from 'vitest'
import { cityFor, keyOf, type TestActor } from '../../testing/test-city.ts'

const { city } = await cityFor(import.meta.url)
const [admin, other] = [await city.person('admin'), await city.person('fleetadmin')]

const kept = (actor: TestActor) => actor.call(savedViewsApi.list, {})
const save = (actor: TestActor, name: string, address: Record<string, string> = {}, columns: string[] | null = null) =>
  actor.call(savedViewsApi.save, { body: { name, address, columns } })

it('keeps views per person, by name; the same name again replaces one [design/web-83]', async () => {
  const { view } = await save(admin, ' Airport ', { q: 'airport', show: 'NEW' }, ['status', 'pickup'])
  expect(view).toEqual({
    id: view.id,
    name: 'Airport',
    address: { q: 'airport', show: 'NEW' },
    columns: ['status', 'pickup'],
  })
  const again = await save(admin, 'AIRPORT', { q: 'terminal' })
  expect(again.view).toEqual({ id: view.id, name: 'AIRPORT', address: { q: 'terminal' }, columns: null })
  await save(admin, 'aardvark')
  expect((await kept(admin)).rows.map(({ name }) => name)).toEqual(['aardvark', 'AIRPORT'])
  expect(await kept(other)).toEqual({ rows: [], columns: null })
})

it('renames and deletes own views only, and no name twice', async () => {
  const mine = (await save(admin, 'Mine')).view.id
  await save(admin, 'Taken')
  const rename = (actor: TestActor, id: string, name: string) =>
    actor.call(savedViewsApi.rename, { body: { id, name } })
  expect(await keyOf(rename(admin, mine, 'taken'))).toBe('view_name_taken')
  expect(await keyOf(rename(admin, mine, '  '))).toBe('view_name_missing')
  expect(await keyOf(rename(other, mine, 'Theirs'))).toBe('not_found')
  expect((await rename(admin, mine, 'mine')).view.name).toBe('mine')
  const remove = (actor: TestActor) => actor.call(savedViewsApi.remove, { body: { id: mine } })
  expect(await keyOf(remove(other))).toBe('not_found')
  await remove(admin)
  expect(await keyOf(remove(admin))).toBe('not_found')
})

it('keeps at most 20, also when two devices save at once', async () => {
  const third = await city.person('fleetadmin')
  for (let n = 0; n < 19; n++) await save(third, `View ${n}`)
  const both = await Promise.allSettled([save(third, 'One'), save(third, 'Two')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await keyOf(save(third, 'Three'))).toBe('saved_views_full')
  expect((await save(third, 'View 0', { q: 'x' })).view.address).toEqual({ q: 'x' })
  expect((await kept(third)).rows).toHaveLength(20)
})

it('remembers the columns per person and role, until they are reset [design/web-80]', async () => {
  const keep = (columns: string[] | null) => admin.call(savedViewsApi.keepColumns, { body: { columns } })
  await keep(['status', 'id'])
  await keep(['id', 'status', 'driver'])
  expect((await kept(admin)).columns).toEqual(['id', 'status', 'driver'])
  expect((await kept(other)).columns).toBeNull()
  await keep(null)
  expect((await kept(admin)).columns).toBeNull()
})

it('refuses what is no view', async () => {
  const bad = [
    { name: 'x'.repeat(61), address: {}, columns: null },
    { name: 'x', address: { 'a b': '1' }, columns: null },
    { name: 'x', address: { q: 'y'.repeat(201) }, columns: null },
    { name: 'x', address: {}, columns: ['; drop'] },
    {
      name: 'x',
      address: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${'abcdefghijklmnopqrstu'[n]}`, ''])),
      columns: null,
    },
  ]
  for (const body of bad) expect(await keyOf(admin.call(savedViewsApi.save, { body }))).toBe('invalid_input')
})
