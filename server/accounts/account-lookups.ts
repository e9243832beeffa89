import { sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'

/** Ids of live accounts with this email (case-folded) or E.164 number; at most two, since both are unique. */
export const accountsWith = async (
  db: Kysely<Tables>,
  { email, mobile }: { email?: string | undefined; mobile?: string | undefined },
): Promise<string[]> => {
  if (email === undefined && mobile === undefined) return []
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        ...(email === undefined ? [] : [eb(sql`lower(email)`, '=', sql`lower(${email})`)]),
        ...(mobile === undefined ? [] : [eb('mobile', '=', mobile)]),
      ]),
    )
    .execute()
  return rows.map((row) => row.id)
}

/** The live account with this referral code, compared case-folded. */
export const referrerOf = async (db: Kysely<Tables>, referralId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('referral_id', '=', referralId.trim().toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}
