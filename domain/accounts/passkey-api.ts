import { z } from 'zod'
import { text } from '../kit/schema.ts'

/** base64url, as browsers give it [design/accounts-66] */
const bytes = (max: number) => text(max).regex(/^[\w-]*$/)

/** A browser's answer to a passkey's question: the parts that the server checks. */
export const passkeyAnswer = z.strictObject({
  id: bytes(1400),
  clientDataJSON: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(2000),
  userHandle: bytes(100).optional(),
})
export type PasskeyAnswer = z.output<typeof passkeyAnswer>

/** A new passkey as the browser made it. */
export const newPasskey = z.strictObject({
  id: bytes(1400),
  clientDataJSON: bytes(4000),
  attestationObject: bytes(20_000),
  transports: z.array(text(20)).max(8),
  /** the browser says (`credProps`) that the device knows its account, so no email is needed to find it */
  discoverable: z.boolean().optional(),
})
export type NewPasskey = z.output<typeof newPasskey>

const credential = z.object({
  id: z.string(),
  type: z.string(),
  transports: z.array(z.string()).optional(),
})

/** What `navigator.credentials.get` needs. */
export const passkeyQuestion = z.object({
  challenge: z.string(),
  rpId: z.string().optional(),
  timeout: z.number().optional(),
  userVerification: z.string().optional(),
  allowCredentials: z.array(credential).optional(),
})

/** What `navigator.credentials.create` needs. */
export const passkeyOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.string() })),
  timeout: z.number().optional(),
  attestation: z.string().optional(),
  excludeCredentials: z.array(credential).optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.string().optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: z.string().optional(),
    })
    .optional(),
  extensions: z.object({ credProps: z.boolean().optional() }).optional(),
})
