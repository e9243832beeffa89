import { randomBytes } from 'node:crypto'
import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { phoneApi } from '@remis/domain/accounts/phone/phone-api'
import { profileApi } from '@remis/domain/accounts/profile-api'
import { securityApi } from '@remis/domain/accounts/security-api'
import { socialApi } from '@remis/domain/accounts/social/social-api'
import { AppError } from '@remis/domain/messages/app-error'
import { issuePhoneCode } from '@remis/server/accounts/phone/issue-phone-code'
import { answerOf } from '@remis/server/accounts/human-check/answer-fixture'
import { mailBox } from '@remis/server/mail/queue-mail'
import { hashToken, newToken } from '@remis/server/platform/sessions/session-guard'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { actorOf } from '@remis/server/testing/actors'
import { appCode, softwareAuthenticator } from '@remis/server/testing/software-authenticator'
import { consentAt } from '@remis/server/testing/social/social-consent'
import type { Person } from '../actors.ts'
import type { Caller } from '../callers.ts'
import { someone, type MakeRequest } from './request.ts'
import type { World } from '../world.ts'

/** A person of the caller's role: the call ends sessions or changes how the person signs in. */
export const personOf = async ({ actors }: World, { role }: Caller): Promise<Person & { token: string }> => {
  const person = await actors.person(role ?? 'rider')
  return { ...person, token: person.token ?? '' }
}

/** Not a way to sign in before it is used, so that it can be removed: people of the proof have no password. */
const newKey = ({ actors }: World) =>
  softwareAuthenticator({ origin: actors.city.server.app.config.publicUrl, discoverable: false })
type Key = ReturnType<typeof newKey>

const addKey = async (person: Pick<Person, 'call'>, key: Key): Promise<string> => {
  const { options } = await person.call(securityApi.beginPasskey, { body: {} })
  const body = { name: 'Key', passkey: key.make(options) }
  return (await person.call(securityApi.addPasskey, { body })).passkey.id
}

const offerOf = async (person: Person) => {
  const { secret, token } = await person.call(securityApi.beginAuthenticator, { body: {} })
  return { token, code: appCode(secret) }
}

/** A person of the caller's role with a second step. */
export const withKey = async (
  world: World,
  caller: Caller,
  kind: 'passkey' | 'app',
): Promise<{ token: string; passkey: string }> => {
  const person = await personOf(world, caller)
  if (kind === 'passkey') return { token: person.token, passkey: await addKey(person, newKey(world)) }
  await person.call(securityApi.addAuthenticator, { body: await offerOf(person) })
  return { token: person.token, passkey: '' }
}

export const appRequest: MakeRequest = async (world, caller, _target, real) => {
  if (!real) return { body: { token: 'x', code: '000000' } }
  const person = await personOf(world, caller)
  return { token: person.token, body: await offerOf(person) }
}

const noKey = { id: 'x', clientDataJSON: 'x', attestationObject: 'x', transports: [] }
export const addKeyRequest: MakeRequest = async (world, caller, _target, real) => {
  if (!real) return { body: { name: 'Key', passkey: noKey } }
  const person = await personOf(world, caller)
  const { options } = await person.call(securityApi.beginPasskey, { body: {} })
  return { token: person.token, body: { name: 'Key', passkey: newKey(world).make(options) } }
}

interface Secured {
  readonly email: string
  readonly password: string
  readonly key: Key
}
const secured = new WeakMap<World, Promise<Secured>>()

/** An account with a password and a passkey. */
const securedOf = (world: World): Promise<Secured> => {
  const known = secured.get(world)
  if (known !== undefined) return known
  const made = (async () => {
    const { server } = world.actors.city
    const name = someone()
    const form = {
      firstName: 'Account',
      lastName: 'Two',
      email: `${name}@example.org`,
      password: 'Abc*4711',
      mobile: `+59893${String(randomBytes(4).readUInt32BE() % 1_000_000).padStart(6, '0')}`,
    }
    const nobody = actorOf(server.url, undefined)
    await nobody.call(accountsApi.signUp, { body: { regData: form } })
    const { token } = await nobody.call(accountsApi.signIn, { body: { email: form.email, password: form.password } })
    const key = newKey(world)
    // Set up outside of demo mode, which refuses it.
    await server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
    await addKey(actorOf(server.url, token), key)
    await server.app.settings.change({ AllowCriticalEditsAdmin: !world.demo }, null)
    return { email: form.email, password: form.password, key }
  })()
  secured.set(world, made)
  return made
}

const noAnswer = { id: 'x', clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' }

/** Everybody may call: each call signs in. */
export const secondStepRequest: MakeRequest = async (world, caller, target, real) => {
  if (!real || target !== undefined) return { body: { challenge: 'x', passkey: noAnswer } }
  const { key, ...account } = await securedOf(world)
  const begun = await actorOf(world.actors.city.server.url, undefined)
    .call(accountsApi.signIn, { body: account })
    .then(
      () => undefined,
      (error: unknown) => (error instanceof AppError ? error.extra : undefined),
    )
  const { challenge, passkey } = begun as { challenge: string; passkey: { challenge: string } }
  const token = caller.id === undefined ? undefined : await world.actors.session(caller.id)
  return { body: { challenge, passkey: key.answer(passkey) }, ...(token === undefined ? {} : { token }) }
}

export const keyRequest: MakeRequest = async (world, caller, target, real) => {
  if (!real || target !== undefined) return { body: { passkey: noAnswer } }
  const { key } = await securedOf(world)
  const { question } = await actorOf(world.actors.city.server.url, undefined).call(accountsApi.askPasskey, { body: {} })
  const token = caller.id === undefined ? undefined : await world.actors.session(caller.id)
  return { body: { passkey: key.answer(question) }, ...(token === undefined ? {} : { token }) }
}

/** The link of a mail to a new person; for `verify-email` of the office, which may confirm in any browser. */
const newLink = async ({ actors }: World, purpose: 'reset-password' | 'verify-email'): Promise<string> => {
  const { id, email } = await actors.person(purpose === 'verify-email' ? 'fleetadmin' : 'rider')
  const link = newToken()
  await actors.city.database.db.request
    .insertInto('one_time_codes')
    .values({
      id: newId(),
      purpose,
      subject: id,
      user_id: id,
      sent_to: email,
      code_hash: hashToken(link),
      link_hash: hashToken(link),
      expires_at: sql<Date>`clock_timestamp() + interval '30 minutes'`,
    })
    .execute()
  return link
}

/** Everybody may call: each call gets a link of its mail. */
export const resetRequest: MakeRequest = async (world, _caller, target, real) => {
  const link = real && target === undefined ? await newLink(world, 'reset-password') : 'x'
  return { body: { proof: { link }, password: 'other*4711' } }
}

export const verifyRequest: MakeRequest = async (world, _caller, target, real) => ({
  body: { link: real && target === undefined ? await newLink(world, 'verify-email') : 'x' },
})

/** The stand-in of Facebook, with the buttons on. */
const openFacebook = async ({ actors }: World) => {
  const { server } = actors.city
  await server.app.settings.change({ FacebookLoginEnabled: true }, null)
  const answer = await server.fastify.inject({
    method: 'POST',
    url: '/api/sessions/social/begin',
    payload: { provider: 'facebook' },
  })
  const device = answer.cookies.find(({ name }) => name === 'remis-device')?.value ?? ''
  return { url: answer.json<{ url: string }>().url, device }
}

export const beginSocialRequest: MakeRequest = async (world, _caller, _target, real) => {
  if (real) await world.actors.city.server.app.settings.change({ FacebookLoginEnabled: true }, null)
  return { body: { provider: 'facebook' } }
}

/** Everybody may call: each call signs in as the same person. */
export const socialRequest: MakeRequest = async (world, caller, target, real) => {
  if (!real || target !== undefined) return { body: { provider: 'facebook', code: 'x', state: 'x' } }
  const { url, device } = await openFacebook(world)
  const person = { email: 'account.elsewhere@example.org', firstName: 'Account', lastName: 'Three' }
  const answer = await consentAt(world.actors.city.server.fastify, url, person)
  const token = caller.id === undefined ? undefined : await world.actors.session(caller.id)
  return {
    body: { provider: 'facebook', ...answer },
    cookie: `remis-device=${device}`,
    ...(token === undefined ? {} : { token }),
  }
}

/** A new person, with the password already given. */
export const beginLinkRequest: MakeRequest = async (world, caller, _target, real) => {
  if (!real) return { body: { provider: 'facebook' } }
  await world.actors.city.server.app.settings.change({ FacebookLoginEnabled: true }, null)
  return { token: (await personOf(world, caller)).token, body: { provider: 'facebook' } }
}

export const linkRequest: MakeRequest = async (world, caller, _target, real) => {
  if (!real) return { body: { provider: 'apple', code: 'x', state: 'x' } }
  const { server } = world.actors.city
  await server.app.settings.change({ FacebookLoginEnabled: true }, null)
  const person = await personOf(world, caller)
  const { url } = await person.call(socialApi.beginLink, { body: { provider: 'apple' } })
  const answer = await consentAt(server.fastify, url, { email: `${someone()}@example.org` })
  return { token: person.token, body: { provider: 'apple', ...answer } }
}

/** A person who signs in by password and with Facebook. */
export const unlinkRequest: MakeRequest = async (world, caller, _target, real) => {
  if (!real) return { body: { provider: 'facebook' } }
  const { id, token } = await personOf(world, caller)
  const { db } = world.actors.city.database
  const facebook = { id: newId(), user_id: id, kind: 'facebook', subject: someone() } as const
  const password = { id: newId(), user_id: id, kind: 'password', subject: id, secret: 'x' } as const
  for (const way of [facebook, password])
    await db.request
      .insertInto('identities')
      .values(way)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return { token, body: { provider: 'facebook' } }
}

export const humanCheckOf = async ({ actors }: World) =>
  answerOf(await actorOf(actors.city.server.url, undefined).call(phoneApi.humanCheck, { body: {} }))

const withPhones = ({ actors }: World) => actors.city.server.app.settings.change({ MobileLoginEnabled: true }, null)

export const phoneCodeRequest: MakeRequest = async (world, _caller, _target, real) => {
  if (!real) return { body: { mobile: '+59891234567' } }
  await withPhones(world)
  const { id } = await world.actors.person('rider')
  const { db } = world.actors.city.database
  const row = db.request.selectFrom('users').select('mobile').where('id', '=', id)
  const { mobile } = await row.executeTakeFirstOrThrow()
  return { body: { mobile: mobile ?? '', check: await humanCheckOf(world) } }
}

/** A code that was sent to the phone of a person, as the owner of the request enters it. */
const codeFor = async ({ actors }: World, purpose: 'sign-in' | 'verify-mobile', userId: string, owner: string) => {
  const { app } = actors.city.server
  const { db } = actors.city.database
  const row = db.request.selectFrom('users').select('mobile').where('id', '=', userId)
  const mobile = (await row.executeTakeFirstOrThrow()).mobile ?? ''
  const verificationId = await db.transact((tx) => issuePhoneCode(app, tx, { purpose, owner, userId, mobile }))
  const sent = db.request.selectFrom('mail_queue').select('secrets').where('template', '=', 'sign_in_code')
  const { secrets } = await sent.orderBy('queued_at', 'desc').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const { code: otp } = mailBox(app).open({ sealed: secrets ?? '' }) as { code: string }
  return { verificationId, otp }
}

export const ownCodeRequest: MakeRequest = async (world, caller, _target, real) => {
  if (!real) return { body: {} }
  const { token } = await personOf(world, caller)
  return { token, body: { check: await humanCheckOf(world) } }
}

export const ownPhoneRequest: MakeRequest = async (world, caller, _target, real) => {
  if (!real) return { body: { verificationId: 'x', otp: '100000' } }
  const { token, id } = await personOf(world, caller)
  return { token, body: await codeFor(world, 'verify-mobile', id, id) }
}

/** Everybody may call: each call gets a code, in a browser of its session. */
export const phoneRequest: MakeRequest = async (world, caller, target, real) => {
  if (!real || target !== undefined) return { body: { verificationId: 'x', otp: '100000' } }
  await withPhones(world)
  const owner = newToken()
  const { id } = await world.actors.person('rider')
  const body = await codeFor(world, 'sign-in', id, owner)
  const token = caller.id === undefined ? undefined : await world.actors.session(caller.id)
  const cookie = `remis-device=${owner}`
  return { body, cookie, ...(token === undefined ? {} : { token }) }
}

const newContact = () => ({ channel: 'email' as const, address: `${someone()}@example.org` })

/** Codes to one account are few, so each call that is admitted gets a new person. */
export const newContactRequest: MakeRequest = async (world, caller, _target, real) => ({
  body: newContact(),
  ...(real ? { token: (await personOf(world, caller)).token } : {}),
})

/** The code that was sent to a new person's new email. */
export const contactCodeRequest: MakeRequest = async (world, caller, _target, real) => {
  if (!real) return { body: { request: 'x', code: '100000' } }
  const { id, token, call } = await personOf(world, caller)
  const { request } = await call(profileApi.changeContact, { body: newContact() })
  const { app } = world.actors.city.server
  const sent = app.db.request.selectFrom('mail_queue').select('secrets').where('user_id', '=', id)
  const { secrets } = await sent.executeTakeFirstOrThrow()
  const { code } = mailBox(app).open({ sealed: secrets ?? '' }) as { code: string }
  return { token, body: { request: request ?? '', code } }
}
