import { randomUUID } from 'node:crypto'
import type { SocialName } from '@remis/domain/accounts/social/social-routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consentAt, type Consent } from '../../testing/social/social-consent.ts'
import { softwareAuthenticator, type AuthenticatorOptions } from '../../testing/software-authenticator.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { accountsServer, goodForm, newForm } from '../accounts-fixture.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const many = { max: 1e6, windowSeconds: 60 }
const accounts = await accountsServer(database, {
  limits: { guards: { signUpPerAddress: many, signInPerAddress: many } },
})
afterAll(accounts.close)
beforeAll(() => accounts.app.settings.change({ FacebookLoginEnabled: true }, null))

const newEmail = () => `link.${randomUUID().slice(0, 8)}@example.org`

/** A session of an account, and what it can do with its ways to sign in. */
const sessionOf = (id: string, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const begin = (provider: SocialName) => accounts.post('/api/account/social/begin', { provider }, headers)
  const finish = (provider: SocialName, answer: { code: string; state: string }) =>
    accounts.post('/api/account/social', { provider, ...answer }, headers)
  const answerAt = async (provider: SocialName, consent: Consent) =>
    consentAt(accounts.fastify, String((await begin(provider)).body['url']), consent)
  return {
    id,
    headers,
    begin,
    finish,
    answerAt,
    add: async (provider: SocialName, consent: Consent) => finish(provider, await answerAt(provider, consent)),
    remove: (provider: SocialName) => accounts.post('/api/account/social/remove', { provider }, headers),
    shown: async () =>
      ((await accounts.send('GET', '/api/account/security', undefined, headers)).body['socials'] ?? []) as {
        provider: string
        addedAt: number | null
      }[],
    addPasskey: async (device: Omit<AuthenticatorOptions, 'origin'> = {}) => {
      const key = softwareAuthenticator({ origin: accounts.app.config.publicUrl, ...device })
      const begun = await accounts.post('/api/account/passkeys/begin', {}, headers)
      const passkey = key.make(begun.body['options'] as { challenge: string })
      const added = await accounts.post('/api/account/passkeys', { name: 'Key', passkey }, headers)
      return { key, shown: added.body['passkey'] as { id: string; alone: boolean } }
    },
    removePasskey: (passkey: string) => accounts.post('/api/account/passkeys/remove', { id: passkey }, headers),
    alive: async () => (await accounts.send('GET', '/api/sessions/current', undefined, headers)).status === 200,
  }
}

const registered = async (usertype = 'rider') => {
  const form = newForm({ email: newEmail() })
  const id = (await accounts.signUp(form)).body.uid ?? ''
  await sql`update users set usertype = ${usertype} where id = ${id}`.execute(db.request)
  const again = async () => sessionOf(id, (await accounts.signIn(form.email, goodForm.password)).body.token ?? '')
  return { ...(await again()), again }
}

/** Signs in at a provider, in a new browser. */
const signInAt = async (provider: SocialName, consent: Consent) => {
  const origin = accounts.app.config.publicUrl
  const begun = await accounts.post('/api/sessions/social/begin', { provider }, { origin })
  const cookie = begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const answer = await consentAt(accounts.fastify, String(begun.body['url']), consent)
  return accounts.post('/api/sessions/social', { provider, ...answer }, { origin, cookie })
}

/** A rider registered with Facebook, without a password. */
const withoutPassword = async () => {
  const signedIn = await signInAt('facebook', { email: newEmail(), firstName: 'Rider' })
  return sessionOf(String(signedIn.body.user?.['id']), signedIn.body.token ?? '')
}

const waysOf = async (id: string) =>
  (await db.request.selectFrom('identities').select('kind').where('user_id', '=', id).orderBy('kind').execute()).map(
    ({ kind }) => kind,
  )
const passwordIsOld = () => sql`update sessions set confirmed_at = now() - interval '3 hours'`.execute(db.request)

describe('adding a way to sign in [accounts-60] [design/accounts-167]', () => {
  it('takes any account of the provider, whatever its email, with audit and notice; it then signs in', async () => {
    const rider = await registered()
    expect(await rider.shown()).toEqual([
      { provider: 'facebook', addedAt: null },
      { provider: 'apple', addedAt: null },
    ])
    const elsewhere = { email: newEmail() }
    expect((await rider.add('facebook', elsewhere)).status).toBe(200)
    expect(await waysOf(rider.id)).toEqual(['facebook', 'password'])
    expect((await rider.shown())[0]).toEqual({ provider: 'facebook', addedAt: expect.any(Number) })
    expect((await signInAt('facebook', elsewhere)).body.user?.['id']).toBe(rider.id)
    const audit = db.request.selectFrom('audit_log').select('action').where('subject', '=', `user:${rider.id}`)
    expect(await audit.execute()).toEqual([{ action: 'account.link-facebook' }])
    const notices = db.request.selectFrom('notices').select(['message', 'params']).where('user_id', '=', rider.id)
    expect(await notices.execute()).toEqual([{ message: 'notice_social_linked', params: { provider: 'Facebook' } }])
    // the same again changes nothing
    expect((await rider.add('facebook', elsewhere)).status).toBe(200)
    expect(await waysOf(rider.id)).toEqual(['facebook', 'password'])
  })

  it('signs in with an unconfirmed email or none while email_verify is on, as a passkey does [accounts-21] [design/accounts-152]', async () => {
    const form = newForm({ email: newEmail() })
    const id = (await accounts.signUp(form)).body.uid ?? ''
    const signIn = () => accounts.signIn(form.email, form.password)
    const rider = sessionOf(id, (await signIn()).body.token ?? '')
    const elsewhere = { email: newEmail() }
    await rider.add('facebook', elsewhere)
    await accounts.app.settings.change({ email_verify: true }, null)
    try {
      expect((await signInAt('facebook', elsewhere)).status).toBe(200)
      const { key } = await rider.addPasskey()
      const alone = async () => {
        const { question } = (await accounts.post('/api/sessions/passkey/begin', {})).body
        return accounts.post('/api/sessions/passkey', { passkey: key.answer(question as { challenge: string }) })
      }
      const bySteps = async () => {
        const { challenge, passkey } = (await signInAt('facebook', elsewhere)).body
        const answer = key.answer(passkey as { challenge: string })
        return accounts.post('/api/sessions/second-step', { challenge, passkey: answer })
      }
      expect([(await alone()).status, (await bySteps()).status]).toEqual([200, 200])
      expect((await signIn()).key).toBe('email_verify_message')
      await sql`update users set email = null where id = ${id}`.execute(db.request)
      expect([(await alone()).status, (await bySteps()).status]).toEqual([200, 200])
    } finally {
      await accounts.app.settings.change({ email_verify: false }, null)
    }
  })

  it('belongs to the session that asked: no other session, and no browser by a sign-in', async () => {
    const [victim, attacker] = [await registered(), await registered()]
    const answer = await attacker.answerAt('facebook', { email: newEmail() })
    expect(await victim.finish('facebook', answer)).toMatchObject({ status: 422, key: 'social_link_failed' })
    // another session of the same person too
    const phone = await attacker.again()
    expect(await phone.finish('facebook', answer)).toMatchObject({ status: 422, key: 'social_link_failed' })
    expect(await waysOf(victim.id)).toEqual(['password'])
    // An answer to the sign-in page adds nothing, and an answer to the linking page does not sign in.
    const origin = accounts.app.config.publicUrl
    const begun = await accounts.post('/api/sessions/social/begin', { provider: 'facebook' }, { origin })
    const ofSignIn = await consentAt(accounts.fastify, String(begun.body['url']), { email: newEmail() })
    expect(await victim.finish('facebook', ofSignIn)).toMatchObject({ status: 422, key: 'social_link_failed' })
    const cookie = begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const signIn = await accounts.post('/api/sessions/social', { provider: 'facebook', ...answer }, { origin, cookie })
    expect(signIn).toMatchObject({ status: 401, key: 'auth_error' })
  })

  it('is for one provider, once, and not with a changed state', async () => {
    const rider = await registered()
    const answer = await rider.answerAt('apple', { email: newEmail() })
    const wrong = [
      await rider.finish('facebook', answer),
      await rider.finish('apple', { ...answer, state: `${answer.state}x` }),
    ]
    for (const one of wrong) expect(one).toMatchObject({ status: 422, key: 'social_link_failed' })
    const answers = await Promise.all([1, 2, 3].map(() => rider.finish('apple', answer)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
    expect(await waysOf(rider.id)).toEqual(['apple', 'password'])
  })

  it('is refused when the account there signs in to another account here, also for two at once', async () => {
    const [first, second] = [await registered(), await registered()]
    const elsewhere = { email: newEmail() }
    expect((await first.add('facebook', elsewhere)).status).toBe(200)
    expect(await second.add('facebook', elsewhere)).toMatchObject({ status: 422, key: 'social_taken' })
    expect(await waysOf(second.id)).toEqual(['password'])

    const wanted = { email: newEmail() }
    const both = [await first.answerAt('apple', wanted), await second.answerAt('apple', wanted)] as const
    const ends = await Promise.all([first.finish('apple', both[0]), second.finish('apple', both[1])])
    expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(ends.find(({ status }) => status === 422)?.key).toBe('social_taken')
  })

  it('takes one account of each provider', async () => {
    const rider = await registered()
    await rider.add('facebook', { email: newEmail() })
    expect(await rider.add('facebook', { email: newEmail() })).toMatchObject({ status: 422, key: 'social_other_added' })
  })

  it('needs the password of the last minutes, and FacebookLoginEnabled', async () => {
    const rider = await registered()
    await passwordIsOld()
    expect(await rider.begin('facebook')).toMatchObject({ status: 403, key: 'confirm_password' })
    const fresh = await rider.again()
    const answer = await fresh.answerAt('facebook', { email: newEmail() })
    await accounts.app.settings.change({ FacebookLoginEnabled: false }, null)
    expect(await fresh.begin('facebook')).toMatchObject({ status: 422, key: 'social_link_failed' })
    expect(await fresh.finish('facebook', answer)).toMatchObject({ status: 422, key: 'social_link_failed' })
    expect(await fresh.shown()).toEqual([])
    await accounts.app.settings.change({ FacebookLoginEnabled: true }, null)
  })

  it.each(['admin', 'fleetadmin'])('is not offered to an %s', async (usertype) => {
    const office = await registered(usertype)
    expect(await office.shown()).toEqual([])
    expect(await office.begin('facebook')).toMatchObject({ status: 403 })
    expect(await office.finish('facebook', { code: 'x', state: 'x' })).toMatchObject({ status: 403 })
  })
})

describe('removing a way to sign in [accounts-61] [design/accounts-168]', () => {
  it('ends the sign-in there and the other sessions, with audit and notice', async () => {
    const rider = await registered()
    const elsewhere = { email: newEmail() }
    await rider.add('facebook', elsewhere)
    const other = await rider.again()
    expect((await rider.remove('facebook')).status).toBe(200)
    expect([await rider.alive(), await other.alive()]).toEqual([true, false])
    expect(await waysOf(rider.id)).toEqual(['password'])
    const notices = db.request.selectFrom('notices').select('message').where('user_id', '=', rider.id).orderBy('id')
    expect((await notices.execute()).at(-1)).toEqual({ message: 'notice_social_removed' })
    // a new rider now, since the account there belongs to no account here
    expect((await signInAt('facebook', elsewhere)).body.user?.['id']).not.toBe(rider.id)
    expect(await rider.remove('facebook')).toMatchObject({ status: 404 })
  })

  it('needs the password of the last minutes', async () => {
    const rider = await registered()
    await rider.add('apple', { email: newEmail() })
    await passwordIsOld()
    expect(await rider.remove('apple')).toMatchObject({ status: 403, key: 'confirm_password' })
    expect(await waysOf(rider.id)).toEqual(['apple', 'password'])
  })

  it('never removes the last way: not both providers, and the phone counts only where it signs in', async () => {
    const rider = await withoutPassword()
    expect(await rider.remove('facebook')).toMatchObject({ status: 422, key: 'last_way_to_sign_in' })
    await rider.add('apple', { email: newEmail() })
    const ends = await Promise.all([rider.remove('facebook'), rider.remove('apple')])
    expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    const [left] = await waysOf(rider.id)

    const removeLast = () => rider.remove(left as SocialName)
    await sql`update users set mobile = ${newForm().mobile} where id = ${rider.id}`.execute(db.request)
    await accounts.app.settings.change({ MobileLoginEnabled: true }, null)
    expect(await removeLast()).toMatchObject({ status: 422, key: 'last_way_to_sign_in' })
    await sql`update users set mobile_verified_at = clock_timestamp() where id = ${rider.id}`.execute(db.request)
    await accounts.app.settings.change({ MobileLoginEnabled: false }, null)
    expect(await removeLast()).toMatchObject({ status: 422, key: 'last_way_to_sign_in' })
    await accounts.app.settings.change({ MobileLoginEnabled: true }, null)
    expect((await removeLast()).status).toBe(200)
    await accounts.app.settings.change({ MobileLoginEnabled: false }, null)
  })

  it('leaves a passkey that signs in alone, and then keeps that one [design/accounts-130]', async () => {
    const rider = await withoutPassword()
    const { shown } = await rider.addPasskey()
    expect(shown.alone).toBe(true)
    const ends = await Promise.all([rider.remove('facebook'), rider.removePasskey(shown.id)])
    expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(ends.find(({ status }) => status === 422)?.key).toBe('last_way_to_sign_in')

    const other = await withoutPassword()
    const kept = await other.addPasskey()
    expect((await other.remove('facebook')).status).toBe(200)
    expect(await other.removePasskey(kept.shown.id)).toMatchObject({ status: 422, key: 'last_way_to_sign_in' })
    expect(await waysOf(other.id)).toEqual(['passkey'])
    // a second one takes its place, and the sessions of the first one end
    await other.addPasskey()
    const { question } = (await accounts.post('/api/sessions/passkey/begin', {})).body
    const passkey = kept.key.answer(question as { challenge: string })
    const opened = sessionOf(other.id, (await accounts.post('/api/sessions/passkey', { passkey })).body.token ?? '')
    expect(await opened.alive()).toBe(true)
    expect((await other.removePasskey(kept.shown.id)).status).toBe(200)
    expect([await other.alive(), await opened.alive()]).toEqual([true, false])
  })

  it('does not count a passkey that is only a second step', async () => {
    const rider = await withoutPassword()
    const unchecked = await rider.addPasskey({ verifiesOwner: false })
    const named = await rider.addPasskey({ discoverable: false })
    expect([unchecked.shown.alone, named.shown.alone]).toEqual([false, false])
    expect(await rider.remove('facebook')).toMatchObject({ status: 422, key: 'last_way_to_sign_in' })
    // the browser did not say so, but it signs in
    const { question } = (await accounts.post('/api/sessions/passkey/begin', {})).body as unknown as {
      question: { challenge: string }
    }
    const answer = await accounts.post('/api/sessions/passkey', { passkey: named.key.answer(question) })
    expect(answer.status).toBe(200)
    expect((await rider.removePasskey(unchecked.shown.id)).status).toBe(200)
    expect((await rider.remove('facebook')).status).toBe(200)
    expect(await rider.removePasskey(named.shown.id)).toMatchObject({ status: 422, key: 'last_way_to_sign_in' })
  })

  it('does not count a passkey of a host that the installation has left', async () => {
    const rider = await withoutPassword()
    const { shown } = await rider.addPasskey()
    await sql`update identities set data = data || '{"aloneAt": "old.example"}' where id = ${shown.id}`.execute(
      db.request,
    )
    expect(await rider.remove('facebook')).toMatchObject({ status: 422, key: 'last_way_to_sign_in' })
    expect((await rider.removePasskey(shown.id)).status).toBe(200)
  })
})
