import type { HumanQuestion } from '@remis/domain/accounts/human-check/human-check-api'
import { languagesCache } from '../backoffice/languages/languages-cache.ts'
import { isDemo, needsTwoFactor, settingsCache } from '../backoffice/settings/settings-cache.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { makeBroadcaster } from '../platform/live/broadcaster.ts'
import { limits } from '../platform/runtime/limits.ts'
import { socialsOf } from '../testing/social/social-consent.ts'
import type { Tx } from '../platform/database/database.ts'
import { answerOf } from './human-check/answer-fixture.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { freeGuesses, makePlatform, type PlatformOptions } from '../testing/test-platform.ts'
import { accounts } from './feature.ts'
import { insertSocial, putPassword, putTotp } from './identity-store.ts'
import { passwordHashing } from './password-hashing.ts'

export const goodForm = {
  firstName: 'Rider',
  lastName: 'Ninety',
  email: 'rider.ninety@example.org',
  password: 'abc*123',
  mobile: '+59895990090',
}

interface WaysIn {
  /** a hash */
  readonly password?: string
  /** a sealed secret */
  readonly authenticator?: string
  readonly social?: 'facebook' | 'apple'
}

/** Gives a person of a test these ways to sign in. */
export const giveWaysIn = async (tx: Tx, id: string, { password, authenticator, social }: WaysIn): Promise<void> => {
  if (password !== undefined) await putPassword(tx, id, password)
  if (authenticator !== undefined) await putTotp(tx, id, authenticator, 0)
  if (social !== undefined) await insertSocial(tx, id, social, id)
}

let forms = 0
/** A new registration form with a unique email and number, different from `goodForm`. */
export const newForm = (more: Record<string, unknown> = {}) => {
  const number = String(++forms).padStart(4, '0')
  return { ...goodForm, email: `rider.${number}@example.org`, mobile: `+5989499${number}`, ...more }
}

/** The account endpoints on a test database, for tests over HTTP. */
export const accountsServer = async (database: TestDatabase, options: PlatformOptions = {}) => {
  const platform = makePlatform(database, options)
  const app = {
    ...platform,
    settings: settingsCache(database.db),
    languages: languagesCache(platform, platform.config.appCategory),
    passwords: passwordHashing(platform.config.limits.password),
    socials: socialsOf(platform),
    license: null,
    live: makeBroadcaster(),
  }
  const server = await createHttpServer(app, accounts.endpoints ?? [], {
    isDemo: () => isDemo(app),
    needsTwoFactor: () => needsTwoFactor(app),
    mountMore: (fastify) => accounts.mount?.(fastify, app),
  })
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, more: Headers = {}) => {
    const { address, ...headers } = more
    const answer = await server.fastify.inject({
      method,
      url,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      ...(address === undefined ? {} : { remoteAddress: address }),
    })
    return {
      status: answer.statusCode,
      body: answer.json<Answer>(),
      headers: answer.headers,
      cookies: answer.cookies,
      /** message key of a refusal, of either body shape */
      key: keyOf(answer.json<Answer>()),
    }
  }
  return {
    app,
    fastify: server.fastify,
    send,
    post: (url: string, body: unknown, headers?: Headers) => send('POST', url, body, headers),
    signUp: (form: unknown, headers?: Headers) => send('POST', '/user_signup', { regData: form }, headers),
    signIn: (email: string, password: string, headers?: Headers) =>
      send('POST', '/api/sessions', { email, password }, headers),
    /** the answer to a new question of the human check */
    humanCheck: async () => {
      const { body } = await send('POST', '/api/human-checks', {})
      return answerOf(body as unknown as HumanQuestion)
    },
    close: () => server.fastify.close(),
  }
}

/** The server where wrong guesses cost no wait, and the riders that its tests begin with. */
export const serverOfGuesses = async (database: TestDatabase) => {
  const server = await accountsServer(database, { limits: { guards: { ...limits.guards, ...freeGuesses } } })
  /** A new rider; the counters begin again. */
  const register = async () => {
    await database.db.request.deleteFrom('rate_counters').execute()
    const form = newForm()
    return { form, uid: (await server.signUp(form)).body.uid ?? '' }
  }
  return { ...server, register }
}

/** HTTP headers; `address` is the caller's network address. */
type Headers = Record<string, string>

export interface Answer extends Record<string, unknown> {
  readonly token?: string
  readonly uid?: string
  readonly users?: { uid: string }[]
  readonly user?: Record<string, unknown>
}

const keyOf = (body: Answer): unknown => body['key'] ?? (body['error'] as { key?: unknown } | undefined)?.key
