import type { NewPasskey, PasskeyAnswer } from '@remis/domain/accounts/passkey-api'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { isOwnOrigin } from '../../platform/http/request-origin.ts'
import type { Platform } from '../../platform/http/use-case.ts'
import type { PasskeyData, StoredPasskey } from '../identity-store.ts'
import { checkSignedToken, makeSignedToken } from './signed-token.ts'

/** What a challenge is for, and what it is bound to: a person, a session, or nothing yet. */
export interface Asked {
  readonly purpose: 'passkey-sign-in' | 'passkey-second-step' | 'passkey-add'
  readonly bound: string
}

type Host = Pick<Platform, 'config' | 'secret'>

/** A passkey belongs to the host of the public address [design/accounts-66]. */
export const hostOf = ({ config }: Pick<Host, 'config'>): string => new URL(config.publicUrl).hostname

/** It is a way to sign in, not only a second step. */
export const signsInAlone = (app: Pick<Host, 'config'>, { data }: StoredPasskey): boolean =>
  data.aloneAt === hostOf(app)

const purposeOf = ({ secret }: Host, { purpose, bound }: Asked) => ({ secret, name: purpose, bound })

const questionFor = (app: Host, asked: Asked): { challenge: string; timeout: number } => {
  const seconds = app.config.limits.signIn.stepSeconds
  return {
    challenge: makeSignedToken(purposeOf(app, asked), '-', seconds, Date.now()),
    timeout: seconds * 1000,
  }
}

const credentialsOf = (passkeys: readonly StoredPasskey[]) =>
  passkeys.map(({ credential, data }) => ({ id: credential, transports: [...data.transports] }))

/**
 * Asks for one of these passkeys as a second step, or, without them, for any that knows its account and checks its
 * owner.
 */
export const askForPasskey = (app: Host, asked: Asked, passkeys?: readonly StoredPasskey[]) =>
  generateAuthenticationOptions({
    rpID: hostOf(app),
    ...questionFor(app, asked),
    userVerification: passkeys === undefined ? 'required' : 'preferred',
    ...(passkeys === undefined ? {} : { allowCredentials: credentialsOf(passkeys) }),
  })

export const askForNewPasskey = (
  app: Host,
  asked: Asked,
  account: {
    readonly id: string
    readonly name: string
    readonly appName: string
    readonly known: readonly StoredPasskey[]
  },
) =>
  generateRegistrationOptions({
    rpName: account.appName,
    rpID: hostOf(app),
    userID: new Uint8Array(Buffer.from(account.id)),
    userName: account.name,
    userDisplayName: account.name,
    ...questionFor(app, asked),
    attestationType: 'none',
    excludeCredentials: credentialsOf(account.known),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })

/** The page that asked, if it is one of ours; else the public address, which then does not match. */
const originOf = ({ config }: Host, clientDataJSON: string): string => {
  try {
    const { origin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { origin?: unknown }
    if (typeof origin === 'string' && isOwnOrigin(origin, config.publicUrl, undefined)) return origin
  } catch {
    // not JSON: refused below
  }
  return config.publicUrl
}

/** Reads our token out of the browser's assertion, which holds the bytes of the challenge in base64url. */
const readChallenge = (app: Host, asked: Asked, read: (question: { token: string; expiresAt: number }) => void) => {
  return (challenge: string): boolean => {
    const token = Buffer.from(challenge, 'base64url').toString()
    const expiresAt = checkSignedToken(purposeOf(app, asked), token, Date.now())
    if (expiresAt !== undefined) read({ token, expiresAt })
    return expiresAt !== undefined
  }
}

export interface CheckedAnswer {
  readonly counter: number
  /** our challenge, to be used up with the sign-in */
  readonly token: string
  readonly expiresAt: number
}

/** undefined: another site, challenge or key, a wrong signature, a counter that went back, or no check of the owner. */
export const checkAnswer = async (
  app: Host,
  asked: Asked,
  answer: PasskeyAnswer,
  passkey: StoredPasskey,
): Promise<CheckedAnswer | undefined> => {
  const { id, ...response } = answer
  let question: { token: string; expiresAt: number } | undefined
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.clientDataJSON,
          authenticatorData: response.authenticatorData,
          signature: response.signature,
        },
      },
      expectedChallenge: readChallenge(app, asked, (read) => (question = read)),
      expectedOrigin: originOf(app, answer.clientDataJSON),
      expectedRPID: hostOf(app),
      credential: {
        id: passkey.credential,
        publicKey: new Uint8Array(Buffer.from(passkey.data.publicKey, 'base64url')),
        counter: passkey.data.counter,
      },
      requireUserVerification: asked.purpose === 'passkey-sign-in',
    })
    return verified && question !== undefined ? { counter: authenticationInfo.newCounter, ...question } : undefined
  } catch {
    // The library throws for each of the reasons above.
    return undefined
  }
}

export interface CheckedPasskey {
  readonly credential: string
  readonly data: Omit<PasskeyData, 'name'>
  readonly token: string
  readonly expiresAt: number
}

/** undefined for another site or challenge, or a response that does not hold a key. */
export const checkNewPasskey = async (
  app: Host,
  asked: Asked,
  made: NewPasskey,
): Promise<CheckedPasskey | undefined> => {
  let question: { token: string; expiresAt: number } | undefined
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: made.id,
        rawId: made.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: made.clientDataJSON, attestationObject: made.attestationObject },
      },
      expectedChallenge: readChallenge(app, asked, (read) => (question = read)),
      expectedOrigin: originOf(app, made.clientDataJSON),
      expectedRPID: hostOf(app),
      requireUserVerification: false,
    })
    if (!verified || question === undefined) return undefined
    const { credential, credentialBackedUp, userVerified } = registrationInfo
    return {
      credential: credential.id,
      data: {
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: made.transports,
        synced: credentialBackedUp,
        usedAt: null,
        // Only the browser says so; a false value harms only the owner.
        aloneAt: userVerified && made.discoverable === true ? hostOf(app) : null,
      },
      ...question,
    }
  } catch {
    return undefined
  }
}
