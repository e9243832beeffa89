import type { Channel } from '@remis/domain/mail/mail-templates'
import { sql, type Kysely } from 'kysely'
import type { ListTable } from '../platform/database/list-page.ts'
import type { Tables } from '../platform/database/schema.ts'
import { hasWords } from '../platform/database/search-words.ts'

export const mailRows = (db: Kysely<Tables>) => db.selectFrom('mail_queue').selectAll()

interface Filters {
  readonly state?: 'waiting' | 'sent' | 'failed' | undefined
  readonly channel?: Channel | undefined
}

/** `byAddress`: a search also finds addresses and numbers. */
export const mailList = (byAddress: boolean): ListTable<'createdAt', Filters> => ({
  id: { by: sql.ref('id'), kind: 'uuid' },
  sorts: { createdAt: { by: sql.ref('created_at'), kind: 'time' } },
  usual: { sort: 'createdAt', direction: 'desc' },
  searched: byAddress ? [sql.ref('address'), sql.ref('template')] : [sql.ref('template')],
  narrowedBy: hasWords('mail_queue'),
  filters: {
    state: (state) => sql`state = ${state}`,
    channel: (channel) => sql`channel = ${channel}`,
  },
})

export const contactOf = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('users')
    .select(['email', 'mobile', 'first_name', 'language'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
