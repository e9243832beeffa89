import { socialReturnPath } from '@remis/domain/accounts/social/social-routes'
import type { FastifyInstance } from 'fastify'

/** Fields of Apple's answer that the page needs, and their longest values. */
const fields = { code: 2000, state: 400, error: 100, user: 2000 } as const

/**
 * Apple answers by a POST from its own site, which carries no cookie of ours. The answer goes on to the page of the app
 * behind `#`, which no server logs; the page sends it with the browser's cookie [design/accounts-106].
 */
export const mountSocialReturn = (fastify: FastifyInstance): void => {
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 20_000 },
      (_request, body, done) => done(null, body),
    )
    scope.post(socialReturnPath('apple'), (request, reply) => {
      const given = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
      const kept = new URLSearchParams()
      for (const [name, longest] of Object.entries(fields)) {
        const value = given.get(name)
        if (value !== null && value.length <= longest) kept.set(name, value)
      }
      return reply.header('cache-control', 'no-store').redirect(`${socialReturnPath('apple')}#${kept.toString()}`, 303)
    })
  })
}
