import { createHash } from 'node:crypto'
import { isSameText } from '../same-text.ts'

type Pairs = readonly (readonly [string, string])[]

/** As PHP's urlencode, which Payfast signs: a space is `+`, and only letters, digits and `-_.` stay as they are. */
export const phpUrlencode = (value: string): string =>
  encodeURIComponent(value)
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')

const textOf = (pairs: Pairs): string => pairs.map(([name, value]) => `${name}=${phpUrlencode(value)}`).join('&')
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** The signature of the pay form: over its fields in the order in which they are posted. */
export const formSignature = (fields: Pairs, passphrase: string): string =>
  md5(textOf([...fields, ['passphrase', passphrase]]))

/** The signature of a call of the API: over headers, query and body, sorted by name. */
export const apiSignature = (values: Readonly<Record<string, string | number>>, passphrase: string): string => {
  const all = Object.entries({ ...values, passphrase }).map(([name, value]): [string, string] => [name, String(value)])
  return md5(textOf(all.toSorted(([a], [b]) => (a < b ? -1 : 1))))
}

/** A notification that carries the signature of this passphrase. */
export interface SignedItn {
  readonly fields: ReadonlyMap<string, string>
  /** what is signed, without the passphrase, as Payfast's validate call wants it */
  readonly text: string
}

const readPair = (part: string): [string, string] => {
  const [name = '', ...value] = part.replaceAll('+', ' ').split('=')
  return [decodeURIComponent(name), decodeURIComponent(value.join('='))]
}

/** Reads the fields before the signature, in their order and blanks included. null: another signature, or none. */
export const readItn = (body: Buffer, passphrase: string): SignedItn | null => {
  const parts = body.toString('utf8').split('&')
  const end = parts.findIndex((part) => part.startsWith('signature='))
  if (end < 1) return null
  try {
    const pairs = parts.slice(0, end).map(readPair)
    const given = parts[end]?.slice('signature='.length) ?? ''
    if (!isSameText(given, formSignature(pairs, passphrase))) return null
    return { fields: new Map(pairs), text: textOf(pairs) }
  } catch {
    // A % that begins no character.
    return null
  }
}
