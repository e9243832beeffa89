import { randomInt } from 'node:crypto'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 10 random Crockford base-32 characters, because people read it out (design §4): 50 bits. */
export const drawBookingId = (): string =>
  Array.from({ length: 10 }, () => letters.charAt(randomInt(letters.length))).join('')
