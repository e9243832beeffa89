import { accountDataApi } from '@remis/domain/privacy/account-data-api'
import { sql } from 'kysely'
import type { CrashCity } from './crash-city.ts'
import { counting, untilOnce, type Story } from './story.ts'

const requestsOf = (city: CrashCity, person: string, state: 'open' | 'done') =>
  counting(
    city,
    sql`select count(*)::int as count from account_deletions
      where user_id = ${person} and (done_at is null) = ${state === 'open'}`,
  )

/** Export and deletion of a person's data [design/privacy-10]. */
export const accountDataStories: readonly Story[] = [
  {
    name: 'POST /api/account-data/deletion',
    points: ['deletion.before_commit'],
    prepare: async (city) => {
      const rider = await city.person('rider')
      const happened = requestsOf(city, rider.id, 'open')
      const go = () => rider.call(accountDataApi.requestDeletion, { body: {} })
      // The request ends the session that made it, so it is repeated only while it is missing.
      const again = async () => {
        if ((await happened()) === 0) await go()
      }
      return { go, again, happened }
    },
  },
  {
    name: 'sweep: erasure of accounts',
    points: ['erasure.before_commit'],
    scheduled: true,
    prepare: async (city) => {
      const rider = await city.person('rider')
      await rider.call(accountDataApi.requestDeletion, { body: {} })
      const happened = requestsOf(city, rider.id, 'done')
      const due = () =>
        sql`update account_deletions set due_at = clock_timestamp() - interval '1 hour' where user_id = ${rider.id}`.execute(
          city.db.request,
        )
      const again = () => untilOnce(happened)
      return { due, go: () => Promise.resolve(), again, happened }
    },
  },
  {
    name: 'sweep: exports of personal data',
    points: ['export.part'],
    scheduled: true,
    prepare: async (city) => {
      const rider = await city.person('rider')
      const happened = counting(
        city,
        sql`select count(*)::int as count from data_exports where user_id = ${rider.id} and state = 'ready'`,
      )
      const go = () => rider.call(accountDataApi.requestExport, { body: {} })
      // the lease of the killed server ends first
      const again = async () => {
        await sql`update data_exports set lease_until = clock_timestamp() where user_id = ${rider.id} and state = 'running'`.execute(
          city.db.request,
        )
        await untilOnce(happened)
      }
      return { go, again, happened }
    },
  },
]
