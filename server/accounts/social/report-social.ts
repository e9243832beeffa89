import type { Role } from '@remis/domain/kit/endpoint'
import { socialTitles, type SocialName } from '@remis/domain/accounts/social/social-routes'
import { sendNotices } from '../../notices/send-notices.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { listSocials, removeSocial } from '../identity-store.ts'

interface Owner {
  readonly id: string
  readonly role: Role
}

const report = async (
  tx: Tx,
  owner: Pick<Owner, 'id'>,
  { actor, address }: { readonly actor: Owner; readonly address: string },
  provider: SocialName,
  added: boolean,
): Promise<void> => {
  const action = `account.${added ? 'link' : 'unlink'}-${provider}`
  await addAudit(tx, { actor, address, action, subject: `user:${owner.id}` })
  const message = added ? 'notice_social_linked' : 'notice_social_removed'
  const params = { provider: socialTitles[provider] }
  await sendNotices(tx, [{ user: owner.id, message, params, screen: 'security', bookingId: null }])
}

/** A new way to sign in leaves an audit row, and a notice to the person. */
export const reportAdded = (tx: Tx, owner: Owner, address: string, provider: SocialName) =>
  report(tx, owner, { actor: owner, address }, provider, true)

export const reportRemoved = (tx: Tx, owner: Owner, address: string, provider: SocialName) =>
  report(tx, owner, { actor: owner, address }, provider, false)

/** Removes every provider from an account of the office, with an audit row and a notice each [design/accounts-140]. */
export const removeSocials = async (
  tx: Tx,
  userId: string,
  by: { readonly actor: Owner; readonly address: string },
): Promise<void> => {
  for (const { kind } of await listSocials(tx, userId)) {
    await removeSocial(tx, userId, kind)
    await report(tx, { id: userId }, by, kind, false)
  }
}
