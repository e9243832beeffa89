import { randomInt } from 'node:crypto'

/** Crockford's base 32: digits and letters that are not mistaken for each other. */
export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Random characters from a cryptographic source, 5 bits each. */
export const drawCrockford = (length: number): string =>
  Array.from({ length }, () => crockford.charAt(randomInt(crockford.length))).join('')
