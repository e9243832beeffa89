import type { Channel } from '@remis/domain/mail/mail-templates'
import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Mailers } from '../providers/mail/mail-provider.ts'
import { findProvider } from './mail-store.ts'

/** Whether mail can be sent, and since when (ms since 1970) by these settings. False in a trial that keeps no mails. */
export const findMailReadiness = async (
  { mailers }: { readonly mailers: Mailers },
  tx: Tx,
): Promise<{ readonly ready: false } | { readonly ready: true; readonly since: number }> => {
  if (mailers.standIn !== null) return mailers.mailbox === null ? { ready: false } : { ready: true, since: 0 }
  const row = await findProvider(tx, 'mail')
  return row === undefined ? { ready: false } : { ready: true, since: Number(row.updated_at) }
}

/** Whether a message of this channel can be sent now, or is kept in the mailbox of a trial. */
export const canSend = async (
  { mailers }: { readonly mailers: Mailers },
  db: Kysely<Tables>,
  channel: Channel,
): Promise<boolean> => {
  if (mailers.standIn !== null) return mailers.mailbox !== null
  return (await findProvider(db, channel)) !== undefined
}
