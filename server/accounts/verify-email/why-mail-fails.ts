import { AppError } from '@remis/domain/messages/app-error'
import { findMailReadiness } from '../../mail/mail-readiness.ts'
import type { Tx } from '../../platform/database/database.ts'
import { CommittedRefusal, type Platform } from '../../platform/http/use-case.ts'
import type { Mailers } from '../../providers/mail/mail-provider.ts'
import { findAccount } from '../account-store.ts'
import { queueVerification } from './queue-verification.ts'

/**
 * Why `email_verify` may not be switched on, or null. Without working mail it would lock everyone out, so the acting
 * admin must have confirmed their own email since the mail server was last changed. If not, the mail for that is queued
 * with the refusal [design/accounts-84].
 */
export const whyMailFails = async (
  app: Platform & { readonly mailers: Mailers },
  tx: Tx,
  adminId: string,
): Promise<CommittedRefusal | null> => {
  const readiness = await findMailReadiness(app, tx)
  if (!readiness.ready) return new CommittedRefusal(new AppError(422, 'email_verify_no_mail'))
  const admin = await findAccount(tx, adminId)
  const verifiedAt = admin?.email_verified_at ?? null
  if (verifiedAt !== null && verifiedAt >= readiness.since) return null
  if (typeof admin?.email === 'string') await queueVerification(app, tx, { id: adminId, email: admin.email })
  return new CommittedRefusal(new AppError(422, 'email_verify_unconfirmed'))
}
