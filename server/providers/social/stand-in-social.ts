import { randomBytes } from 'node:crypto'
import { socialReturnPath } from '@remis/domain/accounts/social/social-routes'
import { AppError } from '@remis/domain/messages/app-error'
import type { FastifyInstance } from 'fastify'
import { exportPKCS8, generateKeyPair } from 'jose'
import { isLoopbackAddress } from '../../platform/http/loopback.ts'
import { appleSignIn } from './apple-sign-in.ts'
import type { Fetch } from './ask-provider.ts'
import { facebookSignIn } from './facebook-sign-in.ts'
import type { SocialProvider, Socials } from './social-provider.ts'
import { openSocialDesk, type SocialDesk } from './stand-in/social-desk.ts'

/** Path of the stand-ins' dialogs on this server. */
const deskPath = '/dev/social'

const facebook = { appId: '100200300400', secret: randomBytes(16).toString('hex') }
const apple = { servicesId: 'example.remis.trial', teamId: 'TRIALTEAM0', keyId: 'TRIALKEY00' }

interface Opened {
  readonly desk: SocialDesk
  readonly appleKey: string
}

/**
 * Facebook and Apple of a trial for this machine. The adapters are the real ones; they call the desk in this process,
 * so only the dialogs have routes, for requests from this machine: any person can be chosen there.
 */
export const standInSocial = (
  publicUrl: string,
  answerMs: number,
): Pick<Socials, 'mount'> & {
  readonly standIn: NonNullable<Socials['standIn']>
} => {
  const redirectUris = {
    facebook: publicUrl + socialReturnPath('facebook'),
    apple: publicUrl + socialReturnPath('apple'),
  }
  let opening: Promise<Opened> | undefined
  // Keys take a while to make: with the first use.
  const open = () =>
    (opening ??= (async () => {
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
      const desk = await openSocialDesk(
        {
          facebook: { ...facebook, redirectUri: redirectUris.facebook },
          apple: { ...apple, publicKey, redirectUri: redirectUris.apple },
        },
        Date.now,
      )
      return { desk, appleKey: await exportPKCS8(privateKey) }
    })())
  const base = publicUrl + deskPath
  const fetch: Fetch = async (url, init) =>
    (await open()).desk.handle(new Request(url, init), new URL(url).pathname.slice(deskPath.length))
  const common = { fetch, answerMs, now: Date.now }
  const appleOptions = { ...common, host: base, app: apple, redirectUri: redirectUris.apple }
  const appleProvider: SocialProvider = {
    name: 'apple',
    authorizeUrl: (ask) => appleSignIn({ ...appleOptions, key: '' }).authorizeUrl(ask),
    identify: async (code, ask) => appleSignIn({ ...appleOptions, key: (await open()).appleKey }).identify(code, ask),
  }
  return {
    standIn: {
      facebook: facebookSignIn({
        ...common,
        hosts: { dialog: base, graph: base },
        app: facebook,
        secret: facebook.secret,
        redirectUri: redirectUris.facebook,
      }),
      apple: appleProvider,
    },
    mount: (fastify) => mountDialogs(fastify, async () => (await open()).desk),
  }
}

const mountDialogs = (fastify: FastifyInstance, desk: () => Promise<SocialDesk>): void => {
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 10_000 },
      (_request, body, done) => done(null, body),
    )
    for (const path of ['/:version/dialog/oauth', '/auth/authorize'])
      scope.route({
        method: ['GET', 'POST'],
        url: deskPath + path,
        handler: async (request, reply) => {
          if (!isLoopbackAddress(request.socket.remoteAddress ?? '')) throw new AppError(404, 'not_found')
          const url = new URL(request.url, 'http://desk.invalid')
          const body = typeof request.body === 'string' ? { body: request.body } : {}
          const answer = await (
            await desk()
          ).handle(new Request(url, { method: request.method, ...body }), url.pathname.slice(deskPath.length))
          for (const [name, value] of answer.headers) reply.header(name, value)
          return reply.status(answer.status).send(Buffer.from(await answer.arrayBuffer()))
        },
      })
  })
}
