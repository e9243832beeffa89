import type { SocialName } from '@remis/domain/accounts/social/social-routes'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'

export type SocialAppRow = Selectable<Tables['social_apps']>

export const findSocialApp = (db: Kysely<Tables>, provider: SocialName): Promise<SocialAppRow | undefined> =>
  db.selectFrom('social_apps').selectAll().where('provider', '=', provider).executeTakeFirst()

export const lockSocialApp = async (tx: Tx, provider: SocialName): Promise<SocialAppRow | undefined> => {
  await sql`lock table social_apps in share row exclusive mode`.execute(tx)
  return findSocialApp(tx, provider)
}

export const writeSocialApp = async (
  tx: Tx,
  row: { readonly provider: SocialName; readonly config: object; readonly secret: string; readonly by: string },
): Promise<void> => {
  await sql`insert into social_apps (provider, config, secret, updated_by)
    values (${row.provider}, ${JSON.stringify(row.config)}::jsonb, ${row.secret}, ${row.by}::uuid)
    on conflict (provider) do update set config = excluded.config, secret = excluded.secret,
      updated_by = excluded.updated_by, updated_at = clock_timestamp(), version = social_apps.version + 1`.execute(tx)
}

export const deleteSocialApp = async (tx: Tx, provider: SocialName): Promise<void> => {
  await tx.deleteFrom('social_apps').where('provider', '=', provider).execute()
}
