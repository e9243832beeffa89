import { sql } from 'kysely'
import { limits } from '../../platform/runtime/limits.ts'
import { hashToken, newToken } from '../../platform/sessions/session-guard.ts'
import { insertSession } from '../../platform/sessions/sessions.ts'
import { actorOf } from '../../testing/actors.ts'
import type { City, TestActor } from '../../testing/test-city.ts'
import { eraseDueAccounts } from './erase-due.ts'

/** What happens to an account after its deletion was requested, in a test. */
export const erasureOf = (city: City) => {
  const { db } = city.database
  const sweep = () => eraseDueAccounts(city.server.app)
  const passDays = (who: TestActor, days: number) =>
    sql`with d as (update account_deletions set asked_at = asked_at - ${days} * interval '1 day',
        due_at = due_at - ${days} * interval '1 day' where user_id = ${who.id} returning user_id)
      update sessions s set created_at = created_at - ${days} * interval '1 day' from d where s.user_id = d.user_id`.execute(
      db.request,
    )
  const signIn = async (who: TestActor): Promise<TestActor> => {
    const token = newToken()
    await db.transact((tx) =>
      insertSession(tx, {
        userId: who.id,
        role: 'rider',
        tokenHash: hashToken(token),
        limits: limits.session,
        address: '203.0.113.7',
        net: '203.0.113.0/24',
        userAgent: 'x',
      }),
    )
    return { ...actorOf(city.server.url, token), id: who.id, name: who.name }
  }
  const isErased = async (who: TestActor) =>
    (await db.request.selectFrom('users').select('erased_at').where('id', '=', who.id).executeTakeFirst())
      ?.erased_at !== null
  return { sweep, passDays, signIn, isErased }
}
