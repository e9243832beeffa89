import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { isSameText } from '../same-text.ts'

/** The same for every merchant. */
const iv = '@@@@&&&&####$$$$'
const saltLength = 4

const cipherOf = (key: string): string => `aes-${key.length * 8}-cbc`

const hashOf = (data: string, salt: string): string =>
  createHash('sha256').update(`${data}|${salt}`).digest('hex') + salt

const newSalt = (): string => randomBytes(3).toString('base64')

/** Paytm's checksum: a salted hash of the data, encrypted with the merchant key. */
export const signPaytm = (data: string, key: string, salt = newSalt()): string => {
  const cipher = createCipheriv(cipherOf(key), key, iv)
  return cipher.update(hashOf(data, salt), 'utf8', 'base64') + cipher.final('base64')
}

const decrypt = (checksum: string, key: string): string | null => {
  try {
    const decipher = createDecipheriv(cipherOf(key), key, iv)
    return decipher.update(checksum, 'base64', 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

export const isSignedByPaytm = (data: string, key: string, checksum: string): boolean => {
  const hash = /^[A-Za-z0-9+/]+={0,2}$/.test(checksum) ? decrypt(checksum, key) : null
  return hash !== null && isSameText(hash, hashOf(data, hash.slice(-saltLength)))
}

/** What Paytm signs of a form: the values in the order of their names, the checksum left out. */
export const signedTextOf = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .filter(([name]) => name !== 'CHECKSUMHASH')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, value]) => (value.toLowerCase() === 'null' ? '' : value))
    .join('|')

/**
 * The text of one member of a JSON object, with the characters as sent: those are signed, and writing the parsed value
 * again may give others. Undefined: the object has no such member.
 */
export const memberText = (json: string, name: string): string | undefined => {
  let depth = 0
  let last = ''
  let start = -1
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    if (token === '}' || token === ']') depth--
    if (start >= 0 && (depth === 0 || (depth === 1 && token === ','))) return json.slice(start, index).trim()
    if (token === '{' || token === '[') depth++
    if (depth === 1 && token === ':' && last === `"${name}"`) start = index + 1
    last = token
  }
  return undefined
}
