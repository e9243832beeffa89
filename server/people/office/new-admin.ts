import type { NoticeDraft } from '@remis/domain/notices/notice'
import { isOffice, type Role } from '@remis/domain/kit/endpoint'
import { requireConfirmed } from '../../accounts/require-confirmed.ts'
import { sendNotices } from '../../notices/send-notices.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Person, Platform } from '../../platform/http/use-case.ts'
import { findPerson, listAdmins } from '../find-person.ts'

/**
 * Asks for the password, so that a stolen session cannot make itself an account of the office [design/accounts-142].
 */
export const confirmForOffice = async (app: Platform, tx: Tx, who: Person, role: Role): Promise<void> => {
  if (isOffice(role)) await requireConfirmed(app, tx, who)
}

/** Notifies all other admins of a new admin [design/accounts-142]. */
export const reportAdmin = async (tx: Tx, { id: actor }: Pick<Person, 'id'>, id: string): Promise<void> => {
  const [added, by] = [await findPerson(tx, id), await findPerson(tx, actor)]
  const params = { name: added?.name ?? '', by: by?.name ?? '' }
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
