import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { cityFor, type TestActor } from '../testing/test-city.ts'
import { listAdmins } from './find-person.ts'

const { city, db } = await cityFor(import.meta.url)

it('alerts go to admins who can act: not to a suspended, unapproved or archived one', async () => {
  const admins = [
    await city.person('admin'),
    await city.person('admin'),
    await city.person('admin'),
    await city.person('admin'),
    await city.person('admin'),
  ] as const
  const [acting, suspended, over, waiting, archived] = admins
  const set = ({ id }: TestActor, what: ReturnType<typeof sql>) =>
    sql`update users set ${what} where id = ${id}`.execute(db.request)
  const suspend = sql`suspended_at = clock_timestamp() - interval '2 days', suspension_reason = 'test'`
  await set(suspended, suspend)
  await set(over, sql`${suspend}, suspended_until = clock_timestamp() - interval '1 day'`)
  await set(waiting, sql`approved = false`)
  await set(archived, sql`deleted_at = clock_timestamp()`)
  expect((await listAdmins(db.request)).toSorted()).toEqual([acting.id, over.id].toSorted())
})
