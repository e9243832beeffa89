import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { hashToken } from '../../platform/sessions/session-guard.ts'

/** How an account knows the place a sign-in comes from. */
export interface KnownPlace {
  /** this browser has signed in to the account */
  readonly device: boolean
  /** a session of the account began in this network */
  readonly net: boolean
  /** a session began in this network, in a browser of this kind */
  readonly agent: boolean
  /** the account has signed in before */
  readonly before: boolean
}

interface Place {
  readonly device: string | undefined
  readonly net: string
  readonly userAgent: string
}

/** For an account that does not exist too: the answer must take the same work [design/accounts-8]. */
export const findPlace = async (
  db: Kysely<Tables>,
  userId: string | undefined,
  { device, net, userAgent }: Place,
): Promise<KnownPlace> => {
  const id = userId ?? newId()
  const { rows } = await sql<KnownPlace>`
    select exists (select from known_devices where user_id = ${id} and token_hash = ${hashToken(device ?? '')}) as device,
      exists (select from sessions where user_id = ${id} and net = ${net}) as net,
      exists (select from sessions where user_id = ${id} and net = ${net} and user_agent = ${userAgent}) as agent,
      exists (select from sessions where user_id = ${id}) as before`.execute(db)
  return rows[0] ?? { device: false, net: false, agent: false, before: false }
}

export const rememberDevice = async (tx: Tx, userId: string, token: string): Promise<void> => {
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, token_hash: hashToken(token) })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'token_hash']).doUpdateSet({ seen_at: sql<Date>`clock_timestamp()` }),
    )
    .execute()
}

/** Forgets the browsers of an account, except this one. */
export const forgetDevices = async (tx: Tx, userId: string, except: string | undefined): Promise<void> => {
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('token_hash', '<>', hashToken(except ?? ''))
    .execute()
}

/** Deletes browsers that have not signed in for long. Sweep. */
export const sweepDevices = async (db: Kysely<Tables>, days: number): Promise<void> => {
  await sql`delete from known_devices where seen_at < now() - ${days} * interval '1 day'`.execute(db)
}
