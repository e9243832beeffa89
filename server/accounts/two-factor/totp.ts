import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator app understands it. */
const periodSeconds = 30
const settings = { algorithm: 'SHA1', digits: 6, period: periodSeconds } as const

const totpOf = (secret: string, names: { issuer: string; label: string } = { issuer: '', label: '' }): TOTP =>
  new TOTP({ ...settings, ...names, secret: Secret.fromBase32(secret) })

/** 160 random bits, base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** `otpauth://…` for the QR code: the installation's name, and the account's. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, { issuer: issuer.replaceAll(':', ' '), label: label.replaceAll(':', ' ') }).toString()

/** The 30 s step that the code belongs to, this one, the one before or the next; null for a wrong code. `now` in ms. */
export const stepOfCode = (secret: string, code: string, now: number): number | null => {
  const off = totpOf(secret).validate({ token: code, timestamp: now, window: 1 })
  return off === null ? null : Math.floor(now / 1000 / periodSeconds) + off
}
