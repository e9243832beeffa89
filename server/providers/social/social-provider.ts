import type { AppleApp, FacebookApp } from '@remis/domain/accounts/social/social-app'
import type { SocialName } from '@remis/domain/accounts/social/social-routes'
import type { FastifyInstance } from 'fastify'

/** What binds an answer of the provider to the browser that asked. */
export interface SocialQuestion {
  readonly state: string
  /** comes back inside the signed token, where the provider has one */
  readonly nonce: string
  /** of PKCE, where the provider takes it */
  readonly verifier: string
}

/** A person as the provider says, checked. */
export interface SocialPerson {
  /** the provider's id of the person, for our app */
  readonly subject: string
  readonly email: string | null
  /** the provider says that the address belongs to the person */
  readonly emailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

/** The provider's answer proves nothing: a wrong, used or late code, a forged token, a token of another app. */
export class SocialRefused extends Error {}
/** The provider did not answer, or not as it documents. */
export class SocialUnreachable extends Error {}

/** One app at one provider. */
export interface SocialProvider {
  readonly name: SocialName
  /** Where the browser goes. */
  authorizeUrl(ask: SocialQuestion): URL
  /** Exchanges the code and checks what comes back. Throws `SocialRefused` or `SocialUnreachable`. */
  identify(code: string, ask: SocialQuestion): Promise<SocialPerson>
}

/** Makes the providers of an installation from what an admin entered. */
export interface Socials {
  /** In a trial for this machine: stand-ins that answer as Facebook and Apple document. */
  readonly standIn: Readonly<Record<SocialName, SocialProvider>> | null
  readonly facebook: (app: FacebookApp, secret: string) => SocialProvider
  readonly apple: (app: AppleApp, key: string) => SocialProvider
  /** mounts the pages of the stand-ins */
  readonly mount: (fastify: FastifyInstance) => void
}
