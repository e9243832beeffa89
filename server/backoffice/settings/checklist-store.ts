import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'

export interface StoredSetUp {
  readonly car_types: boolean
  readonly drivers: boolean
  readonly cancel_reasons: boolean
  readonly mail: boolean
  readonly sms: boolean
}

/** Reads what is set up, in one query that stops at the first row of each table. */
export const readSetUp = async (db: Kysely<Tables>): Promise<StoredSetUp> => {
  const { rows } = await sql<StoredSetUp>`
    select exists (select from car_types where active) as car_types,
      exists (select from users u join car_types c on c.id = u.car_type_id
        where u.usertype = 'driver' and u.approved and u.deleted_at is null and c.active) as drivers,
      exists (select from cancel_reasons where 'rider' = any (roles)) as cancel_reasons,
      exists (select from mail_providers where channel = 'mail') as mail,
      exists (select from mail_providers where channel = 'sms') as sms`.execute(db)
  return rows[0]!
}
