import lists from './common-passwords.json' with { type: 'json' }

/**
 * About 5,000 passwords, in lower case, that guessers try first: `known` are those that lists of leaked passwords have
 * in common, `patterns` are made as people make them (a word with digits or a year, a doubled word, rows of the
 * keyboard, repeated signs). All fit the alphabet of the usual password rule.
 */
const common: ReadonlySet<string> = new Set(Object.values(lists).flatMap((list) => list.split(' ')))

/** Refused for new passwords; capital letters, and signs at the end, change nothing [design/accounts-7]. */
export const isCommonPassword = (password: string): boolean => {
  const plain = password.toLowerCase()
  return common.has(plain) || common.has(plain.replace(/[^\p{L}\d]+$/u, ''))
}
