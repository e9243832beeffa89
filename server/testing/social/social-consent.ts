import type { FastifyInstance } from 'fastify'
import { openSocial } from '../../providers/social/open-social.ts'
import type { Socials } from '../../providers/social/social-provider.ts'

export interface Consent {
  readonly email?: string
  readonly firstName?: string
  readonly lastName?: string
  /** Apple only; default true */
  readonly verified?: boolean
}

/** What the provider's answer carries back to the app. */
export interface SocialAnswer {
  readonly code: string
  readonly state: string
}

/** Signs in at the dialog of a stand-in, as a person does in the browser. */
export const consentAt = async (
  fastify: FastifyInstance,
  dialogUrl: string,
  { email = '', firstName = '', lastName = '', verified = true }: Consent,
): Promise<SocialAnswer> => {
  const url = new URL(dialogUrl)
  const form = { action: 'continue', email, firstName, lastName, ...(verified ? { verified: 'on' } : {}) }
  const answer = await fastify.inject({
    method: 'POST',
    url: url.pathname + url.search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
  if (answer.statusCode === 303) {
    const query = new URL(String(answer.headers.location)).searchParams
    return { code: query.get('code') ?? '', state: query.get('state') ?? '' }
  }
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(answer.body)?.[1] ?? ''
  return { code: field('code'), state: field('state') }
}

/** The providers as the server opens them: in a trial the stand-ins. */
export const socialsOf = (app: Parameters<typeof openSocial>[0]): Socials => openSocial(app)
