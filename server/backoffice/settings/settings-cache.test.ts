import { defaultSettings } from '@remis/domain/backoffice/settings'
import { expect, it } from 'vitest'
import { waitFor } from '../../testing/actors.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { settingsCache, mergeSettings } from './settings-cache.ts'

const { db } = await databaseFor(import.meta.url)

it('an empty installation has the defaults: a driver radius of 10', async () => {
  expect(await settingsCache(db).current()).toEqual(defaultSettings)
  expect(defaultSettings.driverRadius).toBe(10)
})

it('merges changes, stores each version with its author, and reads from memory in between', async () => {
  const cache = settingsCache(db)
  await cache.change({ appName: 'One' }, null)
  await cache.change({ decimal: 0 }, null)
  expect(await cache.current()).toMatchObject({ appName: 'One', decimal: 0 })
  const history = await db.request.selectFrom('settings_history').selectAll().orderBy('version').execute()
  expect(history.map((row) => row.version)).toEqual([1, 2])
  expect(history[0]?.data).toMatchObject({ appName: 'One', decimal: 2 })
})

it('writes no version for a change that changes nothing [design/settings-3]', async () => {
  const cache = settingsCache(db)
  const versions = () => db.request.selectFrom('settings_history').select('version').execute()
  await cache.change({ AllowCriticalEditsAdmin: false }, null)
  const before = await versions()
  await cache.change({ AllowCriticalEditsAdmin: false }, null)
  expect(await versions()).toEqual(before)
  await cache.change({ AllowCriticalEditsAdmin: true }, null)
})

it('loses none of two concurrent changes', async () => {
  const cache = settingsCache(db)
  await Promise.all([cache.change({ symbol: 'X' }, null), cache.change({ code: 'XTS' }, null)])
  expect(await settingsCache(db).current()).toMatchObject({ symbol: 'X', code: 'XTS' })
})

it('sees the change of another node after some seconds, and by the sweep', async () => {
  let now = 0
  const here = settingsCache(db, () => now)
  await here.current()
  await settingsCache(db).change({ appName: 'Elsewhere' }, null)
  expect((await here.current()).appName).not.toBe('Elsewhere')
  now = 5001
  // No caller waits for the read that this starts.
  expect((await here.current()).appName).not.toBe('Elsewhere')
  await waitFor(async () => (await here.current()).appName === 'Elsewhere')
  await settingsCache(db).change({ appName: 'Again' }, null)
  expect(await here.refresh()).toMatchObject({ appName: 'Again' })
})

it('answers from memory while the database does not, as within a transaction of a full pool', async () => {
  let now = 0
  let reads = 0
  const stuck = { selectFrom: () => (reads++, { select: () => ({ where: () => ({ executeTakeFirst: never }) }) }) }
  const never = () => new Promise(() => undefined)
  let jobs: unknown = db.jobs
  const here = settingsCache(
    {
      ...db,
      get jobs() {
        return jobs as typeof db.jobs
      },
    },
    () => now,
  )
  const before = await here.current()
  jobs = stuck
  now = 60_000
  expect(await here.current()).toEqual(before)
  expect(await here.current()).toEqual(before)
  expect(reads).toBe(1)
})

it('does not fall back to a read that a change has overtaken', async () => {
  const here = settingsCache(db)
  await here.change({ appName: 'Newest' }, null)
  here.adopt({ settings: { ...(await here.current()), appName: 'Old' }, version: 1 })
  expect((await here.current()).appName).toBe('Newest')
})

it('ignores stored values of another type or name', () => {
  expect(mergeSettings({ decimal: '2', appName: 7, unknown: 1, symbol: '€' })).toEqual({
    ...defaultSettings,
    symbol: '€',
  })
  // an earlier version allowed it [design/dispatch-80]
  expect(mergeSettings({ positionFreshSeconds: 5 }).positionFreshSeconds).toBe(20)
  for (const broken of [null, undefined, 5, 'x', []]) expect(mergeSettings(broken)).toEqual(defaultSettings)
})
