import { AppError } from '@remis/domain/messages/app-error'
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

/** The field that a live account has already; null: neither. */
export const findTakenField = async (
  db: Kysely<Tables>,
  { email, mobile }: { readonly email: string | null; readonly mobile: string | null },
): Promise<'email' | 'mobile' | null> => {
  if (email !== null && (await accountsWith(db, { email })).length > 0) return 'email'
  return mobile !== null && (await accountsWith(db, { mobile })).length > 0 ? 'mobile' : null
}

export const userExists = (field: 'email' | 'mobile'): AppError =>
  new AppError(422, 'user_exists', { fields: { [field]: 'user_exists' } })

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
