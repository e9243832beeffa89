import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import type { Role } from '@remis/domain/kit/endpoint'
import { AppError } from '@remis/domain/messages/app-error'
import { confirmMobile } from '../../people/confirm-mobile.ts'
import { checkLicenseAtSignIn } from '../../backoffice/settings/check-license.ts'
import type { Tx } from '../../platform/database/database.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { Call, UseCase } from '../../platform/http/use-case.ts'
import { secretBox } from '../../platform/security/secret-box.ts'
import { placeNet } from '../../platform/security/address-net.ts'
import { clearTries, countTry } from '../sign-in/guards.ts'
import type { KnownPlace } from '../sign-in/known-devices-store.ts'
import {
  checkIsLetIn,
  checkMaySignInByPassword,
  openSession,
  placeOf,
  type SessionDeps,
  type SignInCall,
} from '../sign-in/open-session.ts'
import { findAccount } from '../account-store.ts'
import {
  countFactors,
  findPasskey,
  findTotp,
  holdWayIn,
  listPasskeys,
  takeCounter,
  takeStep,
  type BegunWith,
} from '../identity-store.ts'
import { askForPasskey, checkAnswer } from './passkey-protocol.ts'
import { takeRecoveryCode } from './recovery-codes-store.ts'
import { checkSignedToken, claimedSubject, makeSignedToken } from './signed-token.ts'
import { takeSignedToken } from './used-token-store.ts'
import { stepOfCode } from './totp.ts'

/** What the sign-in began with: only after a password the email must be confirmed [accounts-21]. */
const firstSteps = ['password', 'phone', 'social'] as const
type FirstStep = (typeof firstSteps)[number]

const firstStepOf = ({ kind }: BegunWith): FirstStep => (kind === 'password' || kind === 'phone' ? kind : 'social')

/** Bound to the password, and to the phone of a code: a changed one ends the sign-ins that have begun. */
const purposeOf = ({ secret }: SessionDeps, account: Account, first: FirstStep) => ({
  secret,
  name: first === 'password' ? 'second-step' : `second-step-after-${first}`,
  bound: [account.secret ?? '', ...(first === 'phone' ? [account.mobile ?? ''] : [])].join('\n'),
})

/** Seals the secret of an authenticator app, so that the database alone does not reveal codes. */
export const totpBox = ({ secret }: Pick<SessionDeps, 'secret'>) => secretBox(secret.keyFor('totp'))

interface Account {
  readonly id: string
  readonly usertype: Role
  readonly secret: string | null
  /** undefined: the sign-in did not begin with a phone */
  readonly mobile?: string | null
}

/**
 * Opens the session after a right password or a sign-in elsewhere. With a second step throws 403 `two_factor_needed`
 * with a challenge for it instead [design/accounts-65].
 */
export const finishSignIn = async (
  app: SessionDeps,
  call: SignInCall,
  account: Account,
  place: KnownPlace,
  begun: BegunWith,
) => {
  if ((await countFactors(app.db.request, account.id)) === 0)
    return openSession(app, call, account.id, place, async (tx) => {
      // Ended or changed since it was checked [design/accounts-131].
      if (!(await holdWayIn(tx, account.id, begun))) throw new AppError(401, 'sign_in_again')
    })
  // Before the second step: a refusal after it would look like a wrong code.
  await checkLicenseAtSignIn(app, account.usertype)
  const passkeys = await listPasskeys(app.db.request, account.id)
  const { stepSeconds } = app.config.limits.signIn
  const challenge = makeSignedToken(purposeOf(app, account, firstStepOf(begun)), account.id, stepSeconds, Date.now())
  throw new AppError(403, 'two_factor_needed', {
    extra: {
      challenge,
      authenticator: (await findTotp(app.db.request, account.id)) !== undefined,
      ...(passkeys.length === 0
        ? {}
        : { passkey: await askForPasskey(app, { purpose: 'passkey-second-step', bound: account.id }, passkeys) }),
    },
  })
}

/** A right answer: uses it up in the sign-in's transaction; false when it was used meanwhile. */
type Accept = (tx: Tx) => Promise<boolean>

const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)

const checkCode = async (app: SessionDeps, userId: string, typed: string): Promise<Accept | undefined> => {
  const code = typed.replace(/[\s-]/g, '')
  if (!isAppCode(code)) return (tx) => takeRecoveryCode(tx, app.secret, userId, code)
  const totp = await findTotp(app.db.request, userId)
  if (totp === undefined || totp.secret === null) return undefined
  const secret = totpBox(app).open({ sealed: totp.secret })
  const step = typeof secret === 'string' ? stepOfCode(secret, code, await nowMs(app.db.request)) : null
  return step === null ? undefined : (tx) => takeStep(tx, userId, step)
}

type Body = Call<typeof accountsApi.secondStep>['body']

const checkStep = async (app: SessionDeps, userId: string, { code, passkey }: Body): Promise<Accept | undefined> => {
  if (passkey === undefined) return code === undefined ? undefined : checkCode(app, userId, code)
  const stored = await findPasskey(app.db.request, passkey.id)
  if (code !== undefined || stored?.userId !== userId) return undefined
  const answer = await checkAnswer(app, { purpose: 'passkey-second-step', bound: userId }, passkey, stored)
  return (
    answer &&
    (async (tx) =>
      (await takeSignedToken(tx, answer.token, answer.expiresAt)) && takeCounter(tx, stored.id, answer.counter))
  )
}

const readChallenge = (app: SessionDeps, account: Account, challenge: string) => {
  for (const first of firstSteps) {
    const expiresAt = checkSignedToken(purposeOf(app, account, first), challenge, Date.now())
    if (expiresAt !== undefined) return { first, expiresAt }
  }
  return undefined
}

/**
 * The second step: 401 `sign_in_again` for a challenge that is forged, expired, used, or older than the password; 422
 * `second_step_wrong` for a wrong or used answer. Wrong answers are delayed like wrong passwords
 * [design/accounts-169].
 */
export const secondStep: UseCase<SessionDeps, typeof accountsApi.secondStep> = async (app, call) => {
  const { challenge } = call.body
  const subject = claimedSubject(challenge)
  const account = /^[0-9a-f-]{36}$/.test(subject) ? await findAccount(app.db.request, subject) : undefined
  const begun = account && readChallenge(app, account, challenge)
  if (account === undefined || begun === undefined) throw new AppError(401, 'sign_in_again')
  if (begun.first === 'password') await checkMaySignInByPassword(app, call, account, call.body.join)
  else checkIsLetIn(account, call.body.join)
  const { address, userAgent } = call
  const place = await placeOf(app, call, account.id)
  const guess = { accountId: account.id, email: '', address, net: placeNet(address), device: call.device.token, place }
  await countTry(app, 'second-step', guess)
  const wrong = () => {
    app.security.record({
      kind: 'second-step-failed',
      userId: account.id,
      address,
      userAgent,
      messageKey: 'second_step_wrong',
    })
    return new AppError(422, 'second_step_wrong', { fields: { code: 'wrong' } })
  }
  const accept = await checkStep(app, account.id, call.body)
  if (accept === undefined) throw wrong()
  const reply = await openSession(app, call, account.id, place, async (tx) => {
    if (!(await accept(tx))) throw wrong()
    if (!(await takeSignedToken(tx, challenge, begun.expiresAt))) throw new AppError(401, 'sign_in_again')
    // Code and second step together are the owner's [design/accounts-163].
    if (begun.first === 'phone') await confirmMobile(tx, { user_id: account.id, sent_to: account.mobile })
  })
  await clearTries(app, 'second-step', guess)
  return reply
}
