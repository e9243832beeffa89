import type { accountsApi, Me } from '@remis/domain/accounts/accounts-api'
import { deviceName } from '@remis/domain/accounts/device-name'
import type { Role } from '@remis/domain/kit/endpoint'
import { AppError } from '@remis/domain/messages/app-error'
import { checkLicenseAtSignIn, type LicenseDeps } from '../../backoffice/settings/check-license.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { sendNotices } from '../../notices/send-notices.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Call, Platform } from '../../platform/http/use-case.ts'
import { hashToken, newToken } from '../../platform/sessions/session-guard.ts'
import { insertSession, revokeSession } from '../../platform/sessions/sessions.ts'
import { placeNet } from '../../platform/security/address-net.ts'
import { findPlace, rememberDevice, type KnownPlace } from './known-devices-store.ts'
import { queueVerification } from '../verify-email/queue-verification.ts'
import { viewMe } from '../view-me.ts'

export type SessionDeps = LicenseDeps

/** The part of a call that every kind of sign-in needs. */
export type SignInCall = Pick<
  Call<typeof accountsApi.signIn>,
  'who' | 'address' | 'userAgent' | 'commit' | 'cookie' | 'device'
>

/** Where a sign-in comes from, as far as the account knows it. */
export const placeOf = (
  { db }: Platform,
  call: Pick<SignInCall, 'address' | 'userAgent' | 'device'>,
  accountId: string | undefined,
): Promise<KnownPlace> =>
  findPlace(db.request, accountId, {
    device: call.device.token,
    net: placeNet(call.address),
    userAgent: call.userAgent,
  })

interface Account {
  readonly id: string
  readonly usertype: Role
  readonly email: string | null
  readonly approved: boolean
  readonly suspended: boolean
  readonly email_verified_at: number | null
}

/**
 * Refuses an account that waits for its approval or is suspended [accounts-20]. `join`: a driver may sign in before the
 * approval, but only to the application [design/documents-7].
 */
export const checkIsLetIn = (account: Pick<Account, 'approved' | 'suspended' | 'usertype'>, join = false): void => {
  const applies = join && account.usertype === 'driver'
  if (!account.approved && !applies) throw new AppError(403, 'require_approval')
  if (account.suspended) throw new AppError(403, 'account_suspended')
}

/**
 * Refuses a sign-in that began with the right password: `require_approval`, `account_suspended`,
 * `email_verify_message` [design/accounts-8]. The last one also sends the confirmation mail, bound to this browser
 * [design/accounts-156]. Admins are exempt, so that a broken mail server cannot lock them out. Other ways to sign in
 * need no email [accounts-21] [design/accounts-152].
 */
export const checkMaySignInByPassword = async (
  app: SessionDeps,
  { device }: Pick<SignInCall, 'device'>,
  account: Account,
  join = false,
): Promise<void> => {
  checkIsLetIn(account, join)
  const { email_verify } = await app.settings.current()
  if (!email_verify || account.email_verified_at !== null || account.usertype === 'admin') return
  const { id, email } = account
  if (email !== null) {
    const token = device.token ?? newToken()
    await app.db.transact((tx) => queueVerification(app, tx, { id, email }, token))
    device.remember(token)
  }
  throw new AppError(403, 'email_verify_message')
}

/**
 * A trial's accounts share a password that its page shows, so a new browser there is no sign of misuse
 * [design/accounts-62].
 */
const tellsOwner = ({ config }: Platform, place: KnownPlace): boolean =>
  config.mode === 'production' && place.before && !place.device && !place.agent

/**
 * Finishes every sign-in: replaces the previous session, remembers the browser and notifies the owner of a new one.
 * `alongside` runs in the same transaction; its refusal ends the sign-in.
 */
export const openSession = async (
  app: SessionDeps,
  call: SignInCall,
  accountId: string,
  place: KnownPlace,
  alongside: (tx: Tx) => Promise<unknown> = () => Promise.resolve(),
): Promise<{ token: string; user: Me }> => {
  const user = await viewMe(app, accountId)
  if (user === undefined) throw new AppError(403, 'user_issue_contact_admin') // [accounts-19]
  await checkLicenseAtSignIn(app, user.usertype)
  const { address, userAgent } = call
  const token = newToken()
  const device = call.device.token ?? newToken()
  let expiresAt = 0
  const reply = await call.commit(async (tx) => {
    await alongside(tx)
    // A token from before the sign-in is invalid after it (session fixation) [design/accounts-4].
    if (call.who.kind === 'person') await revokeSession(tx, call.who.sessionId)
    expiresAt = await insertSession(tx, {
      userId: accountId,
      role: user.usertype,
      tokenHash: hashToken(token),
      limits: app.config.limits.session,
      address,
      net: placeNet(address),
      userAgent,
    })
    await rememberDevice(tx, accountId, device)
    if (tellsOwner(app, place)) {
      const params = { device: deviceName(userAgent), place: placeNet(address) }
      await queueMail(app, tx, {
        template: 'new_device',
        userId: accountId,
        params: { ...params, at: Date.now(), link: '/security' },
      })
      await sendNotices(tx, [
        {
          user: accountId,
          message: 'notice_new_device',
          params,
          screen: 'security',
          bookingId: null,
        },
      ])
    }
    return { token, user }
  })
  const seen = { userId: accountId, address, userAgent }
  app.security.record({ kind: 'sign-in', ...seen })
  if (!place.device && !place.agent) app.security.record({ kind: 'new-device', ...seen })
  call.cookie.set(token, expiresAt)
  call.device.remember(device)
  return reply
}
