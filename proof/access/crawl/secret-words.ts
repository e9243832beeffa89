import { inflateRawSync } from 'node:zlib'
import type { OwnedRow } from './owned-rows.ts'

/** A word with the columns that hold it. */
export type SecretWords = ReadonlyMap<string, ReadonlySet<string>>

const wordsIn = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}@._+-]+/u)

/** Long enough that it does not occur by chance: a word with letters, a phone number, or a coordinate. */
const isTelling = (word: string): boolean =>
  (word.length >= 5 && /\p{L}/u.test(word) && !/^\d{4}-\d\d-\d\d/.test(word)) ||
  /^\+\d{9,}$/.test(word) ||
  /^-?\d+\.\d{4,}$/.test(word)

/** The words of every text and the coordinates of a value, however deep it is nested. */
const wordsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length > 2000 ? [] : wordsIn(value).filter(isTelling)
  if (typeof value === 'number') return [String(value)].filter(isTelling)
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(wordsOf)
  return []
}

/** Tables that repeat ids of people and bookings of others: a word in them is still a secret. */
const copies = new Set([
  'audit_log',
  'dispatch_records',
  'earning_queue',
  'guess_delays',
  'idempotency_keys',
  'ledger_entries',
  'offers',
  'outbox',
  'rate_counters',
  'security_events',
  'test_gateway_orders',
  'traffic_queue',
  'traffic_samples',
])

/**
 * The canaries of one owner: every word that is in rows of this owner and in no other row. Words that all share, such
 * as a status, do not count.
 */
export const secretWords = (rows: readonly OwnedRow[], owner: string): SecretWords => {
  const secret = new Map<string, Set<string>>()
  const shared = new Set<string>()
  for (const { table, row, owners } of rows) {
    const isOwn = owners.size === 1 && owners.has(owner)
    for (const [column, value] of Object.entries(row)) {
      // the words of other columns, cut up for the search [design/data-81], [design/data-110]
      if (column === 'words' || column === 'folded_name') continue
      for (const word of wordsOf(value)) {
        if (!isOwn) {
          if (!copies.has(table)) shared.add(word)
        } else if (secret.has(word)) secret.get(word)?.add(`${table}.${column}`)
        else secret.set(word, new Set([`${table}.${column}`]))
      }
    }
  }
  for (const word of shared) secret.delete(word)
  return secret
}

/** The texts of a file of OpenOffice XML, which is a ZIP; any other body as it is. */
export const textOf = (bytes: Buffer): string => {
  if (bytes.subarray(0, 4).toString('latin1') !== 'PK\u0003\u0004') return bytes.toString('utf8')
  const texts: string[] = []
  for (let at = 0; at >= 0; at = bytes.indexOf('PK\u0003\u0004', at + 4, 'latin1')) {
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    texts.push(inflateRawSync(bytes.subarray(start)).toString('utf8'))
  }
  return texts.join('\n')
}

/** The secret words in these bytes, each with its columns. Parts of a word count too: `<id>.customer`. */
export const foundIn = (bytes: string, secret: SecretWords): string[] => {
  const words = new Set(wordsIn(bytes).flatMap((word) => [word, ...word.split(/[._+@-]/)]))
  return [...words].flatMap((word) => {
    const columns = secret.get(word)
    return columns === undefined ? [] : [`${word} (${[...columns].slice(0, 3).join(', ')})`]
  })
}
