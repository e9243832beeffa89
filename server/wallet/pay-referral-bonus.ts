import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor, toMinor } from '@remis/domain/kit/money'
import { referralBonus } from '@remis/domain/wallet/postings'
import type { Tx } from '../platform/database/database.ts'
import type { StreamEvent } from '../platform/live/event-stream.ts'
import { lockPerson } from '../people/find-person.ts'
import { post } from './post.ts'
import { selectFirstPaid, type TripChange } from './referral-store.ts'
import type { WalletDeps } from './wallet-deps.ts'

/** Those who can get a bonus, locked until the commit: an account may be erased after it was read. */
const lockReferrers = async (tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const able = new Set<string>()
  for (const id of ids) {
    const person = await lockPerson(tx, id)
    if (person?.approved === true && (person.role === 'rider' || person.role === 'driver')) able.add(id)
  }
  return able
}

/**
 * Stream consumer: pays `bonus` to the referrer once, when the referred rider's first trip is PAID, or released from
 * its review [design/money-31].
 * It runs after the payment, which it neither delays nor undoes; cursor, ledger lookup and unique index each prevent a
 * second bonus. A bonus of 0 at that moment is none for good.
 */
export const payReferralBonuses = async (
  app: Pick<WalletDeps, 'settings' | 'notify'>,
  tx: Tx,
  events: readonly StreamEvent[],
): Promise<void> => {
  const changes = events.flatMap(({ kind, subject: booking, version }): TripChange[] => {
    if (kind === 'trip-review') return [{ booking, version: null }]
    return kind === 'booking' && version !== null ? [{ booking, version }] : []
  })
  if (changes.length === 0) return
  const { bonus, code } = await app.settings.current()
  const amount = toMinor(bonus, exponentOf(code))
  if (amount <= 0) return
  const found = await selectFirstPaid(tx, changes)
  const able = await lockReferrers(tx, [...new Set(found.map(({ referrer }) => referrer))].toSorted())
  const due = found.filter(({ referrer }) => able.has(referrer))
  // In one call, so that wallets are locked in the order of user ids.
  await post(
    tx,
    due.map(({ referrer, referred }) => referralBonus(referrer, amount, referred)),
    { actorId: null, currency: code },
  )
  await app.notify(
    tx,
    due.map(({ referrer }) => ({
      user: referrer,
      message: 'notice_referral_bonus' as const,
      params: { amount: toMajor(amount, exponentOf(code)) },
      screen: 'wallet' as const,
      bookingId: null,
    })),
  )
}
