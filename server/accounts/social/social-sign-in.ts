import { isEmail } from '@remis/domain/accounts/registration-checks'
import type { socialApi } from '@remis/domain/accounts/social/social-api'
import { cleanLine } from '@remis/domain/kit/clean-text'
import { isOffice } from '@remis/domain/kit/endpoint'
import { AppError } from '@remis/domain/messages/app-error'
import { countAgainst, uncount } from '../../platform/http/rate-limits.ts'
import type { Call, UseCase } from '../../platform/http/use-case.ts'
import { newToken } from '../../platform/sessions/session-guard.ts'
import type { SocialPerson } from '../../providers/social/social-provider.ts'
import { addressNet } from '../../platform/security/address-net.ts'
import { createAccount } from '../create-account.ts'
import { findAccount, findByEmail, lockConfirmedEmail } from '../account-store.ts'
import { findSocial, insertSocial } from '../identity-store.ts'
import { checkIsLetIn, placeOf } from '../sign-in/open-session.ts'
import { finishSignIn } from '../two-factor/second-step.ts'
import { askProvider } from './ask-provider.ts'
import { findWay, type SocialDeps } from './social-apps.ts'
import { reportAdded } from './report-social.ts'
import { checkQuestion, makeQuestion } from './social-state.ts'

/** The one answer to every sign-in by a provider that fails [accounts-21]. */
const refused = () => new AppError(401, 'auth_error')

/** Where the browser goes. The question is bound to its cookie [design/accounts-101]. */
export const beginSocial: UseCase<SocialDeps, typeof socialApi.begin> = async (app, call) => {
  const name = call.body.provider
  const provider = await findWay(app, name)
  if (provider === null) throw refused()
  const device = call.device.token ?? newToken()
  call.device.remember(device)
  return { url: provider.authorizeUrl(makeQuestion(app, name, { device }, Date.now())).href }
}

/**
 * Signs in with the answer of a provider: the state of this browser, used once; the code, exchanged and checked by the
 * provider's adapter; then the account. Every refusal is `auth_error`; refusals because of the account are the same as
 * for a password [design/accounts-102].
 */
export const signInBySocial: UseCase<SocialDeps, typeof socialApi.signIn> = async (app, call) => {
  const { address, userAgent } = call
  const net = addressNet(address)
  const { max, windowSeconds } = app.config.limits.guards.signInPerAddress
  await countAgainst(app.db.request, 'sign-in-address', net, max, windowSeconds)
  let account: Awaited<ReturnType<typeof findAccount>>
  let person: SocialPerson
  try {
    person = await askWho(app, call)
    account = await findAccount(app.db.request, await accountOf(app, call, person))
    // An account stolen at a provider must not open the office [design/accounts-140].
    if (account !== undefined && isOffice(account.usertype)) throw refused()
  } catch (error) {
    if (error instanceof AppError && error.key === 'auth_error')
      app.security.record({ kind: 'sign-in-failed', address, userAgent, messageKey: 'auth_error' })
    throw error
  }
  await uncount(app.db.request, 'sign-in-address', net)
  // A profile that cannot be loaded: the account was deleted [accounts-19].
  if (account === undefined) throw new AppError(403, 'user_issue_contact_admin')
  checkIsLetIn(account)
  const begun = { kind: call.body.provider, subject: person.subject }
  return finishSignIn(app, call, account, await placeOf(app, call, account.id), begun)
}

type SignInCall = Call<typeof socialApi.signIn>

const askWho = async (app: SocialDeps, { body, device }: SignInCall): Promise<SocialPerson> => {
  const asked =
    device.token === undefined
      ? undefined
      : checkQuestion(app, body.provider, { device: device.token }, body.state, Date.now())
  const person = await askProvider(app, body, asked)
  if (person === null) throw refused()
  return person
}

const accountOf = async (app: SocialDeps, call: SignInCall, person: SocialPerson): Promise<string> => {
  const name = call.body.provider
  const email = person.email !== null && isEmail(person.email) ? person.email : null
  // The email before the identity: an account that another call has just made with both is found by its identity.
  const owner = email === null ? undefined : await findByEmail(app.db.request, email)
  const known = await findSocial(app.db.request, name, person.subject)
  if (known !== undefined) return known
  const id =
    owner === undefined || email === null
      ? await register(app, call, { ...person, email })
      : await link(app, call, owner.id, { ...person, email })
  if (id !== undefined) return id
  // Another call with the same person was faster, or the email was taken meanwhile.
  const made = await findSocial(app.db.request, name, person.subject)
  if (made === undefined) throw refused()
  return made
}

/** Rolls back what was written for a person with an account made meanwhile. */
class AlreadyKnown extends Error {}

const unlessKnown = async (work: Promise<string | undefined>): Promise<string | undefined> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof AlreadyKnown) return undefined
    throw error
  }
}

/**
 * A new rider, approved, with an empty wallet and the referral id of the provider [accounts-43] [accounts-44]
 * [accounts-45].
 */
const register = async (app: SocialDeps, call: SignInCall, person: SocialPerson): Promise<string | undefined> => {
  const { provider, firstName, lastName } = call.body
  const { max, windowSeconds } = app.config.limits.guards.signUpPerAddress
  await countAgainst(app.db.request, 'sign-up', addressNet(call.address), max, windowSeconds)
  const nameOf = (ofProvider: string, ofPage: string | undefined) =>
    cleanLine(ofProvider || (ofPage ?? ''))
      .trim()
      .slice(0, 100)
  const draft = {
    firstName: nameOf(person.firstName, firstName),
    lastName: nameOf(person.lastName, lastName),
    email: person.email,
    mobile: null,
    usertype: 'rider',
    approved: true,
    loginType: provider,
  } as const
  return unlessKnown(
    app.db.transact(async (tx) => {
      const id = await createAccount(tx, draft, null)
      if (id === null) return undefined
      if (!(await insertSocial(tx, id, provider, person.subject))) throw new AlreadyKnown()
      return id
    }),
  )
}

/**
 * Adds this way to sign in to an account that has the email. Both sides must know that the address is the person's: the
 * provider calls it verified, and a mail of ours has reached it. Else someone who registered a stranger's address
 * first, here or there, would share the stranger's account. Never to an account of the office [design/accounts-103].
 */
const link = async (
  app: SocialDeps,
  call: SignInCall,
  ownerId: string,
  person: SocialPerson & { readonly email: string },
): Promise<string | undefined> => {
  if (!person.emailVerified) throw refused()
  const { provider } = call.body
  return unlessKnown(
    app.db.transact(async (tx) => {
      const owner = await lockConfirmedEmail(tx, ownerId, person.email)
      if (owner === undefined || isOffice(owner.usertype)) throw refused()
      if (!(await insertSocial(tx, owner.id, provider, person.subject))) throw new AlreadyKnown()
      await reportAdded(tx, { id: owner.id, role: owner.usertype }, call.address, provider)
      return owner.id
    }),
  )
}
