import { mailEndsPasskeys, proofOf } from '@remis/domain/accounts/first-proof'
import type { ContactChannel } from '@remis/domain/accounts/profile-checks'
import { socialNames } from '@remis/domain/accounts/social/social-routes'
import type { NoticeKey } from '@remis/domain/notices/notice-texts'
import { isDemo } from '../../backoffice/settings/settings-cache.ts'
import { sendNotices } from '../../notices/send-notices.ts'
import { confirmEmail } from '../../people/confirm-email.ts'
import { confirmMobile } from '../../people/confirm-mobile.ts'
import { removeEmail, replaceContact } from '../../people/own-account.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { endAccess } from '../end-access.ts'
import { findAccount, lockAccount } from '../account-store.ts'
import { countFactors, listWaysIn, removeWaysIn, type WayIn } from '../identity-store.ts'
import { forgetDevices } from '../sign-in/known-devices-store.ts'
import type { SessionDeps, SignInCall } from '../sign-in/open-session.ts'
import { deleteRecoveryCodes } from '../two-factor/recovery-codes-store.ts'

type Deps = Pick<SessionDeps, 'settings'>

/** The account, locked, and what this contact proves of it. Undefined when it is gone. */
const judge = async ({ settings }: Deps, tx: Tx, id: string, channel: ContactChannel) => {
  await lockAccount(tx, id)
  const account = await findAccount(tx, id)
  if (account === undefined) return undefined
  const ways = await listWaysIn(tx, id)
  const facts = {
    role: account.usertype,
    emailConfirmed: account.email !== null && account.email_verified_at !== null,
    mobileConfirmed: account.mobile !== null && account.mobile_verified_at !== null,
    hasOtherWay: ways.length > 0,
  }
  return { account, ways, proof: proofOf(channel, facts, (await settings.current()).MobileLoginEnabled) }
}

const notify = (tx: Tx, user: string, messages: readonly NoticeKey[]): Promise<unknown> =>
  sendNotices(
    tx,
    messages.map((message) => ({ user, message, params: {}, screen: 'security', bookingId: null })),
  )

/**
 * Confirms the phone with a sign-in code, before the session opens. The first proof of an account without a confirmed
 * contact removes all other ways to sign in, the sessions and the email: a stranger may have registered the number
 * [design/accounts-160]. Removes nothing if the caller is signed in to the account, if the account was never used, or
 * in demo mode, where accounts are shared. If the account has a second step, changes nothing: the second step confirms
 * the phone. `gone`: the number has changed meanwhile.
 */
export const provePhone = async (
  app: Deps,
  tx: Tx,
  { who, address }: Pick<SignInCall, 'who' | 'address'>,
  { id, mobile, signedInBefore }: { readonly id: string; readonly mobile: string; readonly signedInBefore: boolean },
): Promise<'proved' | 'foreign' | 'gone'> => {
  const judged = await judge(app, tx, id, 'mobile')
  if (judged === undefined || judged.account.mobile !== mobile) return 'gone'
  const { ways, proof, account } = judged
  const isOwner = who.kind === 'person' && who.id === id
  if (proof === 'foreign' && !isOwner) return 'foreign'
  if ((await countFactors(tx, id)) > 0) return 'proved'
  await confirmMobile(tx, { user_id: id, sent_to: mobile })
  // Without another way in or an earlier sign-in, the office made the account, and no one has used it.
  const isUsed = ways.length > 0 || signedInBefore
  if (proof !== 'first' || isOwner || !isUsed || (await isDemo(app))) return 'proved'
  await removeWaysIn(tx, id, ways)
  await deleteRecoveryCodes(tx, id)
  if (account.email !== null) await removeEmail(tx, id)
  await endAccess(tx, id)
  await forgetDevices(tx, id, undefined)
  const actor = { id, role: account.usertype }
  const data = { by: 'mobile', ended: ways }
  await addAudit(tx, { actor, address, action: 'password.reset', subject: `user:${id}`, data })
  await notify(tx, id, [
    ...(ways.includes('password') ? ['notice_password_changed' as const] : []),
    ...(account.email === null ? [] : ['notice_email_changed' as const]),
  ])
  return 'proved'
}

/**
 * Confirms the email by the mail of a forgotten password; the caller ends the sessions and sets the password. The first
 * proof removes Facebook, Apple and passkeys, and marks the phone as not confirmed. An authenticator app stays: it is
 * not enough to sign in [design/accounts-161]. `foreign`: the account has a confirmed phone and belongs to its owner.
 * Undefined if the account is gone or has another email now. An operator's link was sent to no address: it does the
 * same but confirms no email [design/accounts-151].
 */
export const proveEmail = async (
  app: Deps,
  tx: Tx,
  taken: { readonly user_id: string | null; readonly sent_to: string | null },
): Promise<Awaited<ReturnType<typeof confirmEmail>> | 'foreign'> => {
  const judged = taken.user_id === null ? undefined : await judge(app, tx, taken.user_id, 'email')
  if (judged === undefined) return undefined
  if (judged.proof === 'foreign') return 'foreign'
  const confirmed = taken.sent_to === null ? judged.account : await confirmEmail(tx, taken)
  if (confirmed === undefined || judged.proof === 'known') return confirmed
  const { id, mobile, mobile_verified_at, usertype } = judged.account
  const foreign: readonly WayIn[] = mailEndsPasskeys(usertype) ? [...socialNames, 'passkey'] : socialNames
  const ended = judged.ways.filter((way) => foreign.includes(way))
  await removeWaysIn(tx, id, ended)
  if (ended.includes('passkey')) {
    if ((await countFactors(tx, id)) === 0) await deleteRecoveryCodes(tx, id)
    await notify(tx, id, ['notice_second_step_removed'])
  }
  if (mobile !== null && mobile_verified_at !== null)
    await replaceContact(tx, id, { channel: 'mobile', address: mobile, confirmed: false })
  return confirmed
}
