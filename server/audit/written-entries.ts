import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transitions } from '@remis/domain/booking/booking-status'
import { reviewEnds } from '@remis/domain/payments/payment-review'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The code that writes entries of the audit log: the server and the moves of bookings. */
const sources = ['server', 'domain/booking'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\/|^node_modules\//.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8')),
)

/** What the group of a pattern matches in all of the code, or in the files that also match `files`. */
const matches = (pattern: RegExp, files = /./): string[] =>
  sources
    .filter((code) => files.test(code))
    .flatMap((code) => [...code.matchAll(pattern)].map(([, found = '']) => found))

/** The names in quotes, without message keys, which have underscores. */
const quoted = (expression: string): string[] =>
  [...expression.matchAll(/'([a-z]+(?:[.-][a-z]+)*)'/g)].map(([, name = '']) => name)

const quotedIn = (pattern: RegExp): string[] => matches(pattern).flatMap(quoted)

const prefixed = (prefix: string, names: readonly string[]): string[] => names.map((name) => `${prefix}.${name}`)

/** The argument after the transaction and the call. */
const thirdOf = (name: string) => quotedIn(new RegExp(`\\b${name}\\(\\s*tx,\\s*call,\\s*([^,]+)`, 'g'))

const tables = quotedIn(/manageRows(?:<[^>]*>)?\(\{\s+name: ([^\n]+)/g)
const lists = matches(
  /(?:\bname: |fileNames = \{)([^\n]+)\n(?:\s+(?:list|columns):|\n)/g,
  /\bexport(?:List|Rows)\b/,
).flatMap(quoted)

/** Moves of the office that write their entry under another name. */
const namedByMove = new Set<string>(['pay', 'renew-code', 'renew-delivery-code'])
const officeMoves = transitions
  .filter(({ move, who }) => (who as readonly string[]).includes('admin') && !namedByMove.has(move))
  .map(({ move }) => move)

/** Actions that the code puts together or passes on, by the expression in the entry. */
const builtActions: Readonly<Record<string, readonly string[]>> = {
  '`${table.name}.${verb}`': tables.flatMap((table) => prefixed(table, ['add', 'update', 'delete'])),
  '`${name}.export`': lists.map((name) => `${name}.export`),
  'move.audit.action': [...quotedIn(/\baudit: \{ action: ([^,]+)/g), ...prefixed('booking', officeMoves)],
  '`person.${action}`': prefixed('person', thirdOf('auditPerson')),
  '`driver.${action}`': prefixed('driver', thirdOf('auditOf')),
  '`wallet.${verb}`': prefixed(
    'wallet',
    thirdOf('audit').filter((verb) => verb.startsWith('credit')),
  ),
  '`payment.review-${end}`': reviewEnds.map((end) => `payment.review-${end}`),
  "`refund.${end.to === 'card' ? 'done' : 'credited'}`": ['refund.done', 'refund.credited'],
  '`profile.${channel}`': ['profile.email', 'profile.mobile'],
  'actions[what]': quotedIn(/\bactions = \{([^}]+)/g),
  revealAction: quotedIn(/\brevealAction = ([^\n]+)/g),
  // passed on: by the type of the parameter, by the calls of `reportChange`, and of an account's ways to sign in
  action: [
    ...quotedIn(/\baction:\s+\|?\s*((?:'[a-z.-]+'\s+\| )+'[a-z.-]+')/g),
    ...thirdOf('reportChange'),
    ...['link', 'unlink'].flatMap((what) => ['facebook', 'apple'].map((provider) => `account.${what}-${provider}`)),
  ],
}

const builtSubjects: Readonly<Record<string, readonly string[]>> = {
  '`${table.name}:${id}`': tables,
  name: lists,
}

/**
 * What the sources write into this field of audit entries. `unknown`: expressions that are neither texts in quotes nor
 * named in `built`.
 */
const written = (field: 'action' | 'subject', built: Readonly<Record<string, readonly string[]>>) => {
  const expressions = matches(
    new RegExp(`addAudit\\(tx, \\{[^;]*?\\b${field}((?:: [^\\n]*?)?)(?:,\\s|,? \\})`, 'g'),
  ).map((after) => after.replace(/^: /, '') || field)
  const read = expressions.map((expression) => ({
    expression,
    names: built[expression] ?? /^`([a-z-]+):\$/.exec(expression)?.slice(1) ?? quoted(expression),
  }))
  return {
    count: expressions.length,
    names: [...new Set(read.flatMap(({ names }) => names))].toSorted(),
    unknown: read.filter(({ names }) => names.length === 0).map(({ expression }) => expression),
  }
}

export const writtenActions = written('action', builtActions)

/** Kinds of objects, and names of lists. */
export const writtenSubjects = written('subject', builtSubjects)

/** Calls that add an entry. */
export const entryCount = matches(/\b(addAudit)\(/g).length
