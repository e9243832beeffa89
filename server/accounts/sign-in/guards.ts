import { createHash } from 'node:crypto'
import type { GuessDelay } from '../../platform/runtime/limits.ts'
import type { Platform } from '../../platform/http/use-case.ts'
import { countAgainst, uncount } from '../../platform/http/rate-limits.ts'
import { addressNet } from '../../platform/security/address-net.ts'
import { countGuess, forgetGuesses, takeGuessBack, type GuessedAt } from './guess-delay-store.ts'
import type { KnownPlace } from './known-devices-store.ts'

/** A guess at an account's password or code, and where it comes from. */
export interface Guess {
  /** undefined: no account has this email */
  readonly accountId: string | undefined
  readonly email: string
  readonly address: string
  /** the network of the address [design/accounts-14] */
  readonly net: string
  readonly device: string | undefined
  readonly place: KnownPlace
}

type Kind = 'sign-in' | 'second-step'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** The account's id, so that all spellings of its email share one count; counters store no email in clear. */
const subjectOf = ({ accountId, email }: Guess): string => accountId ?? hashOf(email.trim().toLowerCase())

/**
 * Where a guess counts. A browser that has signed in before has a separate count, and so has a network; guesses from
 * unknown places count together as well. So a stranger with many addresses cannot keep the owner out
 * [design/accounts-60].
 */
const countsOf = (kind: Kind, guess: Guess, limits: { place: GuessDelay; account: GuessDelay }): GuessedAt[] => {
  const subject = subjectOf(guess)
  if (guess.place.device)
    return [{ guard: `${kind}-device`, subject: `${subject} ${hashOf(guess.device ?? '')}`, delay: limits.place }]
  const net = { guard: `${kind}-net`, subject: `${subject} ${guess.net}`, delay: limits.place }
  return guess.place.net ? [net] : [net, { guard: `${kind}-account`, subject, delay: limits.account }]
}

const limitsOf = ({ config }: Platform, kind: Kind) => {
  const { signInPerPlace, signInPerAccount, secondStepPerPlace, secondStepPerAccount } = config.limits.guards
  return kind === 'sign-in'
    ? { place: signInPerPlace, account: signInPerAccount }
    : { place: secondStepPerPlace, account: secondStepPerAccount }
}

/**
 * Counts a guess before it is judged. Unknown accounts count like known ones. Throws 429 past the limit of the address,
 * or while the wait after the last wrong guess has not passed [design/accounts-13].
 */
export const countTry = async (app: Platform, kind: Kind, guess: Guess): Promise<void> => {
  const { max, windowSeconds } = app.config.limits.guards.signInPerAddress
  await countAgainst(app.db.request, 'sign-in-address', addressNet(guess.address), max, windowSeconds)
  const [place, account] = countsOf(kind, guess, limitsOf(app, kind))
  if (place !== undefined) await countGuess(app.db.request, place)
  if (place === undefined || account === undefined) return
  try {
    await countGuess(app.db.request, account)
  } catch (error) {
    await takeGuessBack(app.db.request, place)
    throw error
  }
}

/**
 * After a right guess: forgets the wrong ones of this place and takes one back from the others. Forgetting those too
 * would let a caller with one valid account, or the owner's sign-ins, clear the count of guesses at it.
 */
export const clearTries = async (app: Platform, kind: Kind, guess: Guess): Promise<void> => {
  const [place, account] = countsOf(kind, guess, limitsOf(app, kind))
  if (place !== undefined) await forgetGuesses(app.db.request, place)
  if (account !== undefined) await takeGuessBack(app.db.request, account)
  await uncount(app.db.request, 'sign-in-address', addressNet(guess.address))
}

/** The password again, or before a change of it: guesses of a stolen session do not use up the sign-in. */
export const confirmGuess = ({ config }: Platform, accountId: string): GuessedAt => ({
  guard: 'confirm',
  subject: accountId,
  delay: config.limits.guards.signInPerPlace,
})

/** Limits how many drivers a fleet admin adds, since each reveals whether an account exists [design/access-118]. */
export const countFleetLookup = ({ db, config }: Platform, fleetAdmin: string): Promise<void> => {
  const { max, windowSeconds } = config.limits.guards.lookupPerFleet
  return countAgainst(db.request, 'fleet-lookup', fleetAdmin, max, windowSeconds)
}

/** Counts a lookup of both kinds together, in the database [design/accounts-13]. */
export const countLookup = ({ db, config }: Platform, address: string): Promise<void> => {
  const { max, windowSeconds } = config.limits.guards.lookupPerAddress
  return countAgainst(db.request, 'lookup', addressNet(address), max, windowSeconds)
}
