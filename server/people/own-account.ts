import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { addToOutbox } from '../platform/live/outbox.ts'
import { clearEmail, lockPersonRow, updateContact, updatePerson } from './person-store.ts'

type Values = Parameters<typeof updatePerson>[2]

/** A live account with the name of its car type. */
export const findOwnAccount = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('users')
    .leftJoin('car_types', 'car_types.id', 'users.car_type_id')
    .selectAll('users')
    .select('car_types.name as car_type')
    .where('users.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()

/** Changes fields of a person's account. The row is locked before `changes` reads the values that it replaces. */
export const changeOwnAccount = async (tx: Tx, id: string, changes: () => Promise<Values>): Promise<Values> => {
  await lockPersonRow(tx, id)
  const values = await changes()
  await updatePerson(tx, id, values)
  return values
}

/** A new email or number. The unique index refuses one that is taken (23505). */
export const replaceContact = async (
  tx: Tx,
  id: string,
  contact: { readonly channel: 'email' | 'mobile'; readonly address: string; readonly confirmed: boolean },
): Promise<void> => {
  await updateContact(tx, id, contact)
  await reportContact(tx, id)
}

/** Removes an email that another person may have typed: no mail goes to it, and none sets a password. */
export const removeEmail = async (tx: Tx, id: string): Promise<void> => {
  await clearEmail(tx, id)
  await reportContact(tx, id)
}

/** Read by the consumer that renews the contacts of open bookings [design/data-7]. */
const reportContact = (tx: Tx, id: string): Promise<void> =>
  addToOutbox(tx, { kind: 'contact', subject: id, audience: [] })
