import type { NoticeDraft } from '@remis/domain/notices/notice'
import { listAdmins } from '../../people/find-person.ts'
import type { Tx } from '../../platform/database/database.ts'
import { bookingOf, type Payment } from '../payment-store.ts'

interface Options extends Pick<NoticeDraft, 'message' | 'params'> {
  /** the admin who acts */
  readonly except?: string
}

/** A notice about a payment for each admin. */
export const noticesForAdmins = async (
  tx: Tx,
  payment: Payment,
  { message, params, except }: Options,
): Promise<NoticeDraft[]> =>
  (await listAdmins(tx))
    .filter((admin) => admin !== except)
    .map((user) => ({ user, message, params, screen: 'wallet', bookingId: bookingOf(payment) }))
