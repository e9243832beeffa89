import { countedTemplates, type Channel } from '@remis/domain/mail/mail-templates'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

interface NewMail {
  readonly id: string
  readonly channel: Channel
  readonly userId: string | null
  /** null: that of the account */
  readonly address: string | null
  readonly template: string
  readonly params: Readonly<Record<string, string | number>>
  readonly secrets: string | null
  /** null: that of the account */
  readonly language: string | null
  readonly validMinutes: number | null
}

/** Adds a mail to the queue, due at once. False when there is no address. */
export const insertMail = async (tx: Tx, mail: NewMail): Promise<boolean> => {
  const ofAccount = sql`case when u.deleted_at is null then ${sql.ref(mail.channel === 'mail' ? 'u.email' : 'u.mobile')} end`
  const address = sql`coalesce(${mail.address}::text, ${ofAccount})`
  const { numAffectedRows } = await sql`
    insert into mail_queue (id, channel, user_id, address, template, params, secrets, language, next_try_at, expires_at)
    select ${mail.id}::uuid, ${mail.channel}::text, ${mail.userId}::uuid, ${address}, ${mail.template}::text,
      ${JSON.stringify(mail.params)}::jsonb, ${mail.secrets}::text, coalesce(${mail.language}::text, u.language),
      clock_timestamp(), clock_timestamp() + ${mail.validMinutes}::int * interval '1 minute'
    from (select 1) as one left join users u on u.id = ${mail.userId}::uuid
    where ${address} is not null`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

export type QueuedRow = Selectable<Tables['mail_queue']>

/**
 * The next due row, leased: another turn takes it again after the lease, so that a killed server loses nothing
 * [design/mail-4]. null: none is due. What has expired is left to `endOldMails`.
 */
export const claimDueMail = async (
  db: Kysely<Tables>,
  channel: Channel,
  leaseSeconds: number,
): Promise<QueuedRow | null> => {
  const { rows } = await sql<QueuedRow>`
    update mail_queue set next_try_at = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    where id = (select id from mail_queue
      where state = 'waiting' and channel = ${channel} and next_try_at <= now()
        and (expires_at is null or expires_at > now())
      order by next_try_at limit 1 for update skip locked) returning *`.execute(db)
  return rows[0] ?? null
}

/**
 * When this message may be sent to its address (ms since 1970); null: now. Skips templates that their endpoint limits
 * [design/mail-43].
 */
export const freeAgainAt = async (
  db: Kysely<Tables>,
  { channel, address, template }: Pick<QueuedRow, 'channel' | 'address' | 'template'>,
  { max, windowSeconds }: { readonly max: number; readonly windowSeconds: number },
): Promise<number | null> => {
  if (countedTemplates.includes(template)) return null
  const { rows } = await sql<{ at: number }>`
    select sent_at + ${windowSeconds} * interval '1 second' as at from mail_queue
    where state = 'sent' and channel = ${channel} and address = ${address}
      and template <> all(${countedTemplates})
      and sent_at > clock_timestamp() - ${windowSeconds} * interval '1 second'
    order by sent_at desc offset ${max - 1} limit 1`.execute(db)
  return rows[0]?.at ?? null
}

/** Marks a message that the provider accepted, and erases its links and codes. */
export const markSent = async (db: Kysely<Tables>, id: string, ref: string): Promise<void> => {
  await sql`update mail_queue set state = 'sent', sent_at = clock_timestamp(), next_try_at = null, secrets = null,
    detail = '', provider_ref = ${ref.slice(0, 300)} where id = ${id} and state = 'waiting'`.execute(db)
}

/** Postpones a message to `at` (ms since 1970). `counts`: as a try. */
export const postpone = async (
  db: Kysely<Tables>,
  id: string,
  { at, counts, detail }: { readonly at: number; readonly counts: boolean; readonly detail: string },
): Promise<void> => {
  await sql`update mail_queue set next_try_at = ${new Date(at)}, tries = tries + ${counts ? 1 : 0}, detail = ${detail}
    where id = ${id} and state = 'waiting'`.execute(db)
}

/** Marks a message as failed: it is no longer sent unless an admin sends it again. */
export const markFailed = async (
  db: Kysely<Tables>,
  id: string,
  {
    failure,
    detail,
    counts,
  }: { readonly failure: 'refused' | 'no_answer' | 'broken'; readonly detail: string; readonly counts: boolean },
): Promise<void> => {
  await sql`update mail_queue set state = 'failed', failure = ${failure}, next_try_at = null, detail = ${detail},
    tries = tries + ${counts ? 1 : 0} where id = ${id} and state = 'waiting'`.execute(db)
}

/** Ends what has expired or waited too long, and erases links and codes that have ended. */
export const endOldMails = async (db: Kysely<Tables>, giveUpHours: number): Promise<void> => {
  await sql`update mail_queue set state = 'failed', next_try_at = null,
      failure = case when expires_at <= now() then 'expired' else 'no_answer' end
    where state = 'waiting' and (expires_at <= now()
      or queued_at <= now() - ${giveUpHours} * interval '1 hour')`.execute(db)
  await sql`update mail_queue set secrets = null where secrets is not null and state <> 'waiting'
    and expires_at <= now()`.execute(db)
}

/** Deletes what ended long ago, some at a time. */
export const deleteOldMails = async (
  db: Kysely<Tables>,
  { sent, failed }: { readonly sent: number; readonly failed: number },
): Promise<void> => {
  await sql`delete from mail_queue where id in (select id from mail_queue
    where created_at < now() - ${Math.min(sent, failed)} * interval '1 day' and (
      (state = 'sent' and created_at < now() - ${sent} * interval '1 day')
      or (state = 'failed' and created_at < now() - ${failed} * interval '1 day'))
    order by created_at limit 5000)`.execute(db)
}

/** The name in the greeting: of the account now, not when the mail was queued. */
export const firstNameOf = async (db: Kysely<Tables>, userId: string | null): Promise<string | null> => {
  if (userId === null) return null
  const row = await db
    .selectFrom('users')
    .select('first_name')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.first_name ?? null
}

export const lockMail = (tx: Tx, id: string): Promise<QueuedRow | undefined> =>
  tx.selectFrom('mail_queue').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const findMail = (db: Kysely<Tables>, id: string): Promise<QueuedRow | undefined> =>
  db.selectFrom('mail_queue').selectAll().where('id', '=', id).executeTakeFirst()

/** Puts a failed one into the queue again, with all its tries. */
export const queueAgain = async (tx: Tx, id: string): Promise<void> => {
  await sql`update mail_queue set state = 'waiting', failure = null, tries = 0, detail = '',
    next_try_at = clock_timestamp(), queued_at = clock_timestamp() where id = ${id}`.execute(tx)
}

/** How many wait, by channel. */
export const countWaiting = async (db: Kysely<Tables>): Promise<Readonly<Record<Channel, number>>> => {
  const { rows } = await sql<{ mail: number; sms: number }>`
    select count(*) filter (where channel = 'mail')::int as mail, count(*) filter (where channel = 'sms')::int as sms
    from mail_queue where state = 'waiting'`.execute(db)
  return rows[0] ?? { mail: 0, sms: 0 }
}

export type ProviderRow = Selectable<Tables['mail_providers']>

export const findProvider = (db: Kysely<Tables>, channel: Channel): Promise<ProviderRow | undefined> =>
  db.selectFrom('mail_providers').selectAll().where('channel', '=', channel).executeTakeFirst()

export const lockProvider = async (tx: Tx, channel: Channel): Promise<ProviderRow | undefined> => {
  await sql`lock table mail_providers in share row exclusive mode`.execute(tx)
  return findProvider(tx, channel)
}

export const writeProvider = async (
  tx: Tx,
  row: { readonly channel: Channel; readonly config: object; readonly secret: string | null; readonly by: string },
): Promise<void> => {
  await sql`insert into mail_providers (channel, config, secret, updated_by)
    values (${row.channel}, ${JSON.stringify(row.config)}::jsonb, ${row.secret}, ${row.by}::uuid)
    on conflict (channel) do update set config = excluded.config, secret = excluded.secret,
      updated_by = excluded.updated_by, updated_at = clock_timestamp(), version = mail_providers.version + 1`.execute(
    tx,
  )
}

export const deleteProvider = async (tx: Tx, channel: Channel): Promise<void> => {
  await tx.deleteFrom('mail_providers').where('channel', '=', channel).execute()
}
