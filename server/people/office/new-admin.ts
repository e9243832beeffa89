import type { NoticeDraft } from '@remis/domain/notices/notice'
import { fullName } from '@remis/domain/people/first-name'
import { isOffice, type Role } from '@remis/domain/kit/endpoint'
import { requireConfirmed } from '../../accounts/require-confirmed.ts'
import { sendNotices } from '../../notices/send-notices.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Person, Platform } from '../../platform/http/use-case.ts'
import { listAdmins } from '../find-person.ts'

/** A stolen session must not make itself an account of the office: this asks for the password [design/accounts-142]. */
export const confirmForOffice = async (app: Platform, tx: Tx, who: Person, role: Role): Promise<void> => {
  if (isOffice(role)) await requireConfirmed(app, tx, who)
}

/** Notifies all other admins of a new admin [design/accounts-142]. */
export const reportAdmin = async (tx: Tx, { id: actor }: Pick<Person, 'id'>, id: string): Promise<void> => {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName'])
    .where('id', 'in', [actor, id])
    .execute()
  const nameOf = (person: string) =>
    rows
      .filter((row) => row.id === person)
      .map(fullName)
      .join('')
  const params = { name: nameOf(id), by: nameOf(actor) }
  const others = (await listAdmins(tx)).filter((admin) => admin !== actor && admin !== id)
  await sendNotices(
    tx,
    others.map((user): NoticeDraft => ({
      user,
      message: 'notice_admin_added',
      params,
      screen: 'security',
      bookingId: null,
    })),
  )
}
