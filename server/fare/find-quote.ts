import { AppError } from '@remis/domain/messages/app-error'
import type { Kysely } from 'kysely'
import type { PersonFacts } from '../people/find-person.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Quote } from './quote.ts'
import { insertQuoteCopy, lockQuote, markQuoteUsed, selectQuote } from './quote-store.ts'

/** Whether the quote belongs to this rider, or to the admin who made it [design/moves-6]. */
export const isFor = (quote: Quote, who: { readonly id: string; readonly role: string }): boolean =>
  who.role === 'admin' ? quote.madeBy === who.id : quote.riderId === who.id

const notKnown = () => new AppError(404, 'quote_not_found')

/** The quote, unlocked. 404 when it does not exist; the mount has checked that it is the caller's. */
export const findQuote = async (db: Kysely<Tables>, id: string): Promise<Quote> => {
  const quote = await selectQuote(db, id)
  if (quote === null) throw notKnown()
  return quote
}

/** The same quote, locked until the commit, so that two bookings cannot both use it. 409 when it is used. */
export const lockUnusedQuote = async (tx: Tx, id: string): Promise<Quote> => {
  const quote = await lockQuote(tx, id)
  if (quote === null) throw notKnown()
  if (quote.usedAt !== null) throw new AppError(409, 'quote_used')
  return quote
}

/** The rider that a quote is for; refused: an archived person, or one with another role [design/moves-120]. */
export const requireRider = (person: PersonFacts | null): PersonFacts => {
  if (person?.role !== 'rider') throw new AppError(422, 'select_proper', { fields: { rider: 'unknown' } })
  return person
}

/** Marks the quote as used by this booking. */
export const spendQuote = (tx: Tx, id: string, bookingId: string, at: number): Promise<void> =>
  markQuoteUsed(tx, id, bookingId, at)

/** A copy of a booking's quote, used by the booking that takes its place [design/moves-36]. */
export const copyQuote: typeof insertQuoteCopy = (tx, copy) => insertQuoteCopy(tx, copy)
