import type { Channel } from '@remis/domain/mail/mail-templates'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'

export interface MailboxItem {
  readonly channel: Channel
  readonly messageId: string
  readonly address: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type KeepInMailbox = (item: MailboxItem) => Promise<void>

const kept = 200

/** Puts a mail into the trial's mailbox, a second copy of it not again. Keeps the last 200. */
export const insertIntoMailbox = async (db: Kysely<Tables>, item: MailboxItem): Promise<void> => {
  const { messageId, ...more } = item
  await db
    .insertInto('trial_mailbox')
    .values({ message_id: messageId, ...more })
    .onConflict((conflict) => conflict.columns(['channel', 'message_id']).doNothing())
    .execute()
  await sql`delete from trial_mailbox where id <= (select max(id) from trial_mailbox) - ${kept}`.execute(db)
}

/** The last mails, of one recipient or of all. */
export const selectMailbox = (db: Kysely<Tables>, address: string | undefined) => {
  const query = db
    .selectFrom('trial_mailbox')
    .select(['id', 'channel', 'address', 'subject', 'text', 'at'])
    .orderBy('id', 'desc')
    .limit(kept)
  return (address === undefined ? query : query.where('address', '=', address)).execute()
}

export const findInMailbox = (db: Kysely<Tables>, id: number) =>
  db.selectFrom('trial_mailbox').selectAll().where('id', '=', id).executeTakeFirst()
