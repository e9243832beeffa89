import { randomBytes } from 'node:crypto'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const base32 = (value: bigint, length: number): string => {
  let text = ''
  let rest = value
  for (let i = 0; i < length; i++) {
    text = letters.charAt(Number(rest & 31n)) + text
    rest >>= 5n
  }
  return text
}

/** 'RP' and a ULID (48 bits of time, 80 random): 28 characters [design/payments-6]. */
export const newAttemptId = (nowMs: number): string =>
  `RP${base32(BigInt(nowMs), 10)}${base32(BigInt(`0x${randomBytes(10).toString('hex')}`), 16)}`
