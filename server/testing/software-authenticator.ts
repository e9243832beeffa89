import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyAnswer } from '@remis/domain/accounts/passkey-api'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator app with this secret shows at a time in ms. */
export const appCode = (secret: string, at = Date.now()): string =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

interface Asked {
  readonly challenge: string
}

export interface AuthenticatorOptions {
  /** of the page, `http://localhost:4000` */
  readonly origin: string
  /** Whether it checks its owner (finger, face, PIN). Default true. */
  readonly verifiesOwner?: boolean
  /** What its browser says of a new passkey: found without an email. Default true. */
  readonly discoverable?: boolean
}

/** A passkey as a browser and its device make it, for tests: ES256, a counter, no attestation. */
export const softwareAuthenticator = ({ origin, verifiesOwner = true, discoverable = true }: AuthenticatorOptions) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest()
  let counter = 0

  const clientData = (type: string, challenge: string, from: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  /** flags: present 1, verified 4, with a new key 64 */
  const authenticatorData = (withKey: boolean): Buffer => {
    const head = Buffer.alloc(5)
    head.writeUInt8(1 + (verifiesOwner ? 4 : 0) + (withKey ? 64 : 0), 0)
    head.writeUInt32BE(counter, 1)
    if (!withKey) return Buffer.concat([rpIdHash, head])
    const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
    const cose = new Map<number, number | Uint8Array>([
      [1, 2], // EC2
      [3, -7], // ES256
      [-1, 1], // P-256
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    return Buffer.concat([rpIdHash, head, Buffer.alloc(16), length, id, Buffer.from(isoCBOR.encode(cose))])
  }

  return {
    id: id.toString('base64url'),
    /** Sets the counter that the next answer says, as a copied key would. */
    count: (next: number) => void (counter = next),
    make: ({ challenge }: Asked, from = origin): NewPasskey => {
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData(true))],
      ])
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', challenge, from).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])).toString(
          'base64url',
        ),
        transports: ['internal'],
        discoverable,
      }
    },
    answer: ({ challenge }: Asked, from = origin): PasskeyAnswer => {
      counter++
      const data = authenticatorData(false)
      const client = clientData('webauthn.get', challenge, from)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        id: id.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      }
    },
  }
}
