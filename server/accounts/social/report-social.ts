import type { Role } from '@remis/domain/kit/endpoint'
import type { SocialName } from '@remis/domain/accounts/social/social-routes'
import { sendNotices } from '../../notices/send-notices.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'

interface Owner {
  readonly id: string
  readonly role: Role
}

const names = { facebook: 'Facebook', apple: 'Apple' } as const

const report = async (tx: Tx, owner: Owner, address: string, provider: SocialName, added: boolean): Promise<void> => {
  const action = `account.${added ? 'link' : 'unlink'}-${provider}`
  await addAudit(tx, { actor: owner, address, action, subject: `user:${owner.id}` })
  const message = added ? 'notice_social_linked' : 'notice_social_removed'
  const params = { provider: names[provider] }
  await sendNotices(tx, [{ user: owner.id, message, params, screen: 'security', bookingId: null }])
}

/** A new way to sign in leaves an audit row, and a notice to the person. */
export const reportAdded = (tx: Tx, owner: Owner, address: string, provider: SocialName) =>
  report(tx, owner, address, provider, true)

export const reportRemoved = (tx: Tx, owner: Owner, address: string, provider: SocialName) =>
  report(tx, owner, address, provider, false)
