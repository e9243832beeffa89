import type { profileApi } from '@remis/domain/accounts/profile-api'
import { checkContact, type ContactChannel } from '@remis/domain/accounts/profile-checks'
import { faultError } from '@remis/domain/kit/check'
import { mailTemplates } from '@remis/domain/mail/mail-templates'
import { AppError } from '@remis/domain/messages/app-error'
import { queueMail, queueSms } from '../../mail/queue-mail.ts'
import { canSend } from '../../mail/mail-readiness.ts'
import { sendNotices } from '../../notices/send-notices.ts'
import { replaceContact } from '../../people/own-account.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { countAgainst } from '../../platform/http/rate-limits.ts'
import { CommittedRefusal, type Call, type UseCase } from '../../platform/http/use-case.ts'
import { addOneTimeCode, countCodeTry, takeOneTimeCode } from '../../platform/sessions/one-time-codes.ts'
import { hashToken, newToken } from '../../platform/sessions/session-guard.ts'
import { accountsWith, userExists } from '../account-lookups.ts'
import { fullNumberOf } from '../mobile-number.ts'
import { countCodeRequest, countPhoneCode, hashContact } from '../phone/count-phone-code.ts'
import { requireConfirmed } from '../require-confirmed.ts'
import { hashCode, isCode, newCode } from '../reset/reset-code.ts'
import { findAccount } from '../account-store.ts'
import type { ProfileDeps } from './profile-deps.ts'
import { viewProfile } from './view-profile.ts'

type AskCode = UseCase<ProfileDeps, typeof profileApi.changeContact>
type GiveCode = UseCase<ProfileDeps, typeof profileApi.confirmContact>
interface Wanted {
  readonly channel: ContactChannel
  readonly address: string
}

type AnyCall = Pick<Call<typeof profileApi.confirmContact>, 'who' | 'address'>

const purposeOf = { email: 'verify-email', mobile: 'verify-mobile' } as const
const templateOf = { email: 'confirm_email', mobile: 'sign_in_code' } as const

/** How the codes of one request are named: the request and the account, so that no other account can use them. */
const subjectOf = (request: string, userId: string): string =>
  `contact ${userId} ${hashToken(request).toString('base64url')}`

/**
 * Codes to one account and to one email; a stranger's mailbox is not flooded by many accounts. An SMS counts like that
 * of a sign-in, by the network of the caller here [design/accounts-136].
 */
const countCodes = async (app: ProfileDeps, { who, address: net }: AnyCall, wanted: Wanted): Promise<void> => {
  const { channel, address } = wanted
  if (channel === 'mobile') await countCodeRequest(app, net)
  const email = channel === 'email' ? [hashContact(app, address.toLowerCase())] : []
  for (const { max, windowSeconds } of app.config.limits.guards.contactCodes)
    for (const subject of [who.id, ...email])
      await countAgainst(app.db.request, `contact-code-${windowSeconds}`, subject, max, windowSeconds)
}

/**
 * Sends a code to a new email or number [design/accounts-121]. Refusals in this order: the address does not fit, the
 * password was not given recently, too many codes, the address is another account's (so few accounts can be looked
 * for), too many SMS to the number or its country. Where nothing can be sent, the address is stored without being
 * confirmed, as at the registration.
 */
export const askContactCode: AskCode = async (app, call) => {
  const { channel } = call.body
  const typed = call.body.address.trim()
  const address = channel === 'mobile' ? fullNumberOf(typed, await app.settings.current()) : typed
  const fault = checkContact(channel, address)
  if (fault !== null) throw faultError(fault)
  const { id } = call.who
  const db = app.db.request
  await requireConfirmed(app, db, call.who)
  await countCodes(app, call, { channel, address })
  const others = (await accountsWith(db, { [channel]: address })).filter((other) => other !== id)
  if (others.length > 0) throw userExists(channel)
  const sends = await canSend(app, db, channel === 'email' ? 'mail' : 'sms')
  if (sends && channel === 'mobile') await countPhoneCode(app, address, { known: true, confirmed: false })
  return refusingTaken(channel, () =>
    call.commit(async (tx) => {
      if (!sends) {
        await store(app, tx, call, { channel, address, confirmed: false })
        return { request: null, profile: await viewProfile(app, tx, id) }
      }
      const [request, code] = [newToken(), newCode()]
      const subject = subjectOf(request, id)
      await addOneTimeCode(tx, {
        purpose: purposeOf[channel],
        subject,
        userId: id,
        sentTo: address,
        codeHash: hashCode(app, subject, code),
        validMinutes: mailTemplates[templateOf[channel]].validMinutes,
      })
      if (channel === 'email')
        await queueMail(app, tx, { userId: id, address, template: 'confirm_email', params: { code } })
      else await queueSms(app, tx, { userId: id, phone: address, template: 'sign_in_code', params: { code } })
      return { request, profile: await viewProfile(app, tx, id) }
    }),
  )
}

const wrong = () => new AppError(422, 'reset_code_wrong', { fields: { code: 'wrong' } })

/** Stores the address that the code was sent to. A try is counted before the code is compared. */
export const giveContactCode: GiveCode = async (app, call) => {
  const { request, code } = call.body
  const { id } = call.who
  const subject = subjectOf(request, id)
  for (const channel of ['email', 'mobile'] as const) {
    const row = await countCodeTry(app.db.request, purposeOf[channel], subject, app.config.limits.codeTries)
    if (row === undefined) continue
    if (!isCode(app, subject, code, row.code_hash)) throw wrong()
    return refusingTaken(channel, () =>
      call.commit(async (tx) => {
        const used = await takeOneTimeCode(tx, purposeOf[channel], { id: row.id })
        if (used === undefined || used.sent_to === null || used.user_id !== id) return new CommittedRefusal(wrong())
        await store(app, tx, call, { channel, address: used.sent_to, confirmed: true })
        return { profile: await viewProfile(app, tx, id) }
      }),
    )
  }
  throw wrong()
}

interface NewContact extends Wanted {
  readonly confirmed: boolean
}

/**
 * Stores the contact with an audit row. A change also sends a notice, and a mail to the former email: a stolen phone
 * shows notices, not the mailbox. Without a code, an address that is stored already is left as it is.
 */
const store = async (app: ProfileDeps, tx: Tx, { who, address: net }: AnyCall, contact: NewContact): Promise<void> => {
  const { channel, confirmed } = contact
  const former = await findAccount(tx, who.id)
  const same = former?.[channel] === contact.address
  if (same && !confirmed) return
  await replaceContact(tx, who.id, contact)
  await addAudit(tx, {
    actor: who,
    address: net,
    action: `profile.${channel}`,
    subject: `user:${who.id}`,
    data: { confirmed },
  })
  if (same) return
  await sendNotices(tx, [
    { user: who.id, message: `notice_${channel}_changed`, params: {}, screen: 'security', bookingId: null },
  ])
  if (former?.email)
    await queueMail(app, tx, {
      userId: who.id,
      address: former.email,
      template: channel === 'email' ? 'email_changed' : 'mobile_changed',
      params: { link: '/security' },
    })
}

/** The unique index decides between two accounts that take the same address at once. */
const refusingTaken = async <T>(channel: ContactChannel, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw (error as { code?: unknown }).code === '23505' ? userExists(channel) : error
  }
}
