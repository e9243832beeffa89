import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultSettings } from '../../backoffice/settings.ts'
import {
  admin,
  atPickup,
  cardRefund,
  driver,
  exampleDriver,
  exampleFacts,
  minute,
  noTrack,
  rider,
  system,
  t0,
} from '../example-booking.ts'
import type { Booking, CashTaker, PaymentMode } from '../booking.ts'
import { transitions, type Transition } from '../booking-status.ts'
import { activeStatuses, busyStatuses, finalStatuses } from '../statuses.ts'
import { isRefusal, type Actor, type Outcome } from '../move.ts'
import { correctFare } from '../final-fare/correct-fare.ts'
import { abort } from './abort.ts'
import { accept } from './accept.ts'
import { arrive, confirmArrival } from './arrive.ts'
import { cancel } from './cancel.ts'
import { complete } from './complete.ts'
import { couldNotDeliver } from '../delivery/could-not-deliver.ts'
import { renewDeliveryCode } from '../delivery/renew-delivery-code.ts'
import { newBooking } from './create.ts'
import { expire } from './expire.ts'
import { payUpFront } from './pay-up-front.ts'
import { notPaid, pay, payByCard } from './pay.ts'
import { rate } from './rate.ts'
import { reach } from './reach.ts'
import { renewCode } from './renew-code.ts'
import { release } from './release.ts'
import { searchAgain } from './search-again.ts'
import { start } from './start.ts'
import { driversPerChain } from './succeed.ts'
import { writeOff } from './write-off.ts'

type Try = (booking: Booking, actor: Actor, now: number, n: number) => Outcome
const settings = defaultSettings
const expiry = { paymentPendingMinutes: 30, newMinutes: 60 }
const reason = { id: 'reason', label: 'Reason' }

/** Every move, with facts derived from one number. */
const tries: Readonly<Record<string, Try>> = {
  payUpFront: (b, a, now) =>
    payUpFront(b, a, { captured: b.payableAmount, gateway: 'test', reference: 'up', settings }, now),
  release: (b, a, now, n) => release(b, a, { settings, reserved: n % 4 === 0, expiry }, now),
  searchAgain: (b, a, now) => searchAgain(b, a, { settings, expiry }, now),
  accept: (b, a, now) =>
    accept(b, a, { driver: exampleDriver, offer: { offeredAt: now, expiresAt: now + 1, outcome: null } }, now),
  arrive: (b, a, now, n) => arrive(b, a, { fix: n % 2 === 0 ? { ...b.pickup, at: now } : null }, now),
  confirmArrival: (b, a, now) => confirmArrival(b, a, { fix: { ...b.pickup, at: now } }, now),
  start: (b, a, now, n) => start(b, a, { otp: n % 3 === 0 ? '00000' : b.otp, tries: 5, clock: '10:00:00' }, now),
  correct: (b, a, _now, n) =>
    correctFare(b, a, {
      direction: n % 2 === 0 ? 'back' : 'charge',
      amount: 1 + (n % 5000),
      reason: 'Checked',
      withDriver: n % 3 !== 0,
      corrected: 0,
      correctedShare: 0,
      returnFee: 0,
      balance: n % 4000,
      debts: [],
      guaranteed: n % 7 === 0,
    }),
  couldNotDeliver: (b, a, now, n) =>
    couldNotDeliver(
      b,
      a,
      {
        reason: 'refused',
        note: null,
        photo: null,
        photoNeeded: n % 9 === 0,
        returnPercent: n % 101,
        balance: n % 4000,
        guaranteed: n % 7 === 0,
        points: n % 3 === 0 ? [] : [{ ...b.drop, at: now, status: 'STARTED' }],
        admins: [],
      },
      now,
    ),
  reach: (b, a, now) => reach(b, a, noTrack, now),
  notPaid: (b, a) => notPaid(b, a),
  pay: (b, a, now, n) =>
    pay(
      b,
      a,
      (
        [
          {
            payment_mode: 'cash',
            ...(a.kind === 'admin' ? { takenBy: (n % 2 === 0 ? 'driver' : 'office') as CashTaker } : {}),
          },
          { payment_mode: 'wallet', balance: 1e6 },
          { payment_mode: 'card', captured: b.payableAmount, gateway: 'test', reference: 'pay' },
        ] as const
      )[n % 3]!,
      now,
    ),
  payByCard: (b, a) => payByCard(b, a),
  renewCode: (b, a) => renewCode(b, a, { code: '54321', renewals: 3 }),
  renewDeliveryCode: (b, a) => renewDeliveryCode(b, a, { code: '5432', renewals: 3 }),
  writeOff: (b, a, now) => writeOff(b, a, { reason: 'gone' }, now),
  complete: (b, a, now) => complete(b, a, { afterHours: 24 }, now),
  rate: (b, a, now, n) =>
    rate(b, a, { rate: 1 + (n % 5), tags: [], feedback: null, withinDays: 30, driverErased: false }, now),
  cancel: (b, a, now, n) =>
    cancel(
      b,
      a,
      {
        reason,
        noShow: n % 2 === 0,
        noShowMinutes: 5,
        presence: atPickup(now),
        ...(n % 3 === 0 ? {} : { successor: { id: `${b.id}+`, quoteId: 'copy', code: '44444', settings } }),
      },
      now,
    ),
  abort: (b, a, now, n) =>
    abort(
      b,
      a,
      {
        reason: 'breakdown',
        fare: n % 5 === 0 ? null : n % 5 === 1 ? 0 : Math.min(n * 100, b.fare.quoted.tripCost),
        clock: '10:00:00',
        speed: 1,
      },
      now,
    ),
  expire: (b, a, now) => expire(b, a, expiry, now),
}

const doers: Readonly<Record<string, Actor>> = { rider, driver, admin, system }
const camel = (move: string) => move.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
const rare = ['cancel', 'abort', 'expire', 'pay-by-card', 'confirm-arrival']

/** A move that the table allows from this status; endings and annotations only now and then, so that walks get far. */
const allowedMove = (status: string, n: number): { move: string; actor: Actor } | null => {
  const rows = (transitions as readonly Transition[]).filter(
    (row) => row.from === status && (n % 12 === 0 || !rare.includes(row.move)),
  )
  const row = rows[Math.floor(n / 12) % Math.max(1, rows.length)]
  return row === undefined ? null : { move: camel(row.move), actor: doers[row.who[n % row.who.length]!]! }
}

const actors: readonly Actor[] = [
  rider,
  driver,
  admin,
  system,
  { kind: 'rider', id: 'rider-two' },
  { kind: 'driver', id: 'driver-two' },
]
const promo = {
  id: 'p',
  promo_name: 'P',
  promo_discount_type: 'percentage',
  promo_discount_value: 10,
  max_promo_discount_value: 500,
} as const

test('property: random sequences of moves keep the invariants of trips and money', () => {
  const seen = new Set<string>(['create: null → NEW', 'create: null → PAYMENT_PENDING'])
  const step = fc.record({
    move: fc.constantFrom(...Object.keys(tries)),
    actor: fc.constantFrom(...actors),
    minutes: fc.oneof({ weight: 6, arbitrary: fc.nat(8) }, { weight: 1, arbitrary: fc.nat(2000) }),
    n: fc.nat(300),
    wild: fc.boolean(),
    pick: fc.nat(999),
  })
  const begin = fc.record({
    mode: fc.constantFrom<PaymentMode>('cash', 'wallet', 'card'),
    delivery: fc.boolean(),
    promo: fc.boolean(),
    later: fc.boolean(),
  })
  fc.assert(
    fc.property(begin, fc.array(step, { minLength: 20, maxLength: 80 }), (from, steps) => {
      const made = newBooking(
        {
          ...exampleFacts,
          payment_mode: from.mode,
          appcat: from.delivery ? 'delivery' : 'taxi',
          promo: from.promo ? promo : null,
          bookLater: from.later,
          tripdate: from.later ? t0 + 60 * minute : null,
        },
        rider,
        t0,
      )
      if ('refuse' in made) throw made.refuse
      let booking = made.booking
      let busy = false
      let settlements = 0
      let now = t0
      /** account and holder → balance */
      const ledger = new Map<string, number>()
      const book = (
        postings: readonly {
          kind: string
          entries: readonly { account: string; holder: string | null; amount: number }[]
        }[] = [],
      ) => {
        for (const { kind, entries } of postings) {
          if (kind === 'settlement') settlements++
          expect(entries.reduce((sum, e) => sum + e.amount, 0)).toBe(0) // [invariants-M1]
          for (const e of entries)
            ledger.set(`${e.account}:${e.holder}`, (ledger.get(`${e.account}:${e.holder}`) ?? 0) + e.amount)
        }
      }
      book(made.change.postings)
      for (const { minutes, n, wild, pick, ...drawn } of steps) {
        now += minutes * minute
        const { move, actor } = wild ? drawn : (allowedMove(booking.status, pick) ?? drawn)
        const outcome = tries[move]!(booking, actor, now, n)
        if (isRefusal(outcome)) {
          booking = { ...booking, ...outcome.keep?.patch }
          expect(booking.codeTries).toBeLessThanOrEqual(5) // [invariants-T8]
          continue
        }
        const row = (transitions as readonly Transition[]).find(
          (t) => t.move === outcome.move && t.from === booking.status && t.to === outcome.to,
        )
        expect(row?.who, `${outcome.move}: ${booking.status} → ${outcome.to}`).toContain(actor.kind) // [invariants-T3]
        expect(outcome.from).toBe(booking.status)
        if (finalStatuses.includes(booking.status)) expect(outcome.to).toBe(booking.status) // [invariants-T4]
        seen.add(`${outcome.move}: ${booking.status} → ${outcome.to}`)
        const before = booking
        booking = { ...booking, ...outcome.patch, status: outcome.to, version: booking.version + 1 }
        if (before.driver !== null) expect(booking.driver).toBe(before.driver) // [invariants-T2]
        if (outcome.driver !== undefined) busy = outcome.driver === 'busy'
        expect(busy).toBe(busyStatuses.includes(booking.status)) // [invariants-T5]
        book(outcome.postings)
        if (outcome.refund !== undefined) {
          expect(outcome.refund).toBeGreaterThan(0)
          book([cardRefund(booking.id, outcome.refund)])
        }
        if (outcome.successor !== undefined) {
          const { booking: next, change } = outcome.successor
          book(change.postings)
          expect(ledger.get(`prepayments:${booking.id}`) ?? 0).toBe(0) // [invariants-M16]
          expect(ledger.get(`prepayments:${next.id}`) ?? 0).toBe(next.usedWalletMoney + next.cardPaymentAmount)
          expect(next.usedWalletMoney + next.cardPaymentAmount + next.payableAmount).toBe(next.customer_paid)
          expect(change.promo === 'redeem').toBe(outcome.promo === 'release')
          expect(next.cancelledDrivers.length).toBeLessThan(driversPerChain)
          expect(now >= next.releaseAt && next.releasedAt === now).toBe(true) // [invariants-T11]
          seen.add(`${change.move}: ${change.from} → ${change.to}`)
          booking = next
        }
        const { trip_cost: G, discount_amount: D, driver_share: S, convenience_fees: F } = booking
        expect(S + F).toBe(G)
        expect(Math.min(S, F, D, G - D, booking.payableAmount)).toBeGreaterThanOrEqual(0)
        if (booking.status === 'PAID' || booking.status === 'COMPLETE') {
          const { usedWalletMoney: W, cardPaymentAmount: C, cashPaymentAmount: K, writtenOff: X } = booking
          expect(W + C + K + D + X).toBe(G) // [invariants-M5]
          expect(settlements).toBe(1) // [invariants-M6]
          expect(booking.payableAmount).toBe(0)
        } else expect(settlements).toBe(0)
        if (!activeStatuses.includes(booking.status) || booking.status === 'PAID')
          expect(ledger.get(`prepayments:${booking.id}`) ?? 0).toBe(0) // [invariants-M16]
        const times = [
          booking.bookingDate,
          booking.acceptedAt,
          booking.driver_arrive_time,
          booking.startTime,
          booking.reachedAt,
          booking.paidAt,
        ].filter((t) => t !== null)
        expect(times).toEqual([...times].sort((a, b) => a - b)) // [invariants-T9]
      }
      expect([...ledger.values()].reduce((a, b) => a + b, 0)).toBe(0) // [invariants-M2]
    }),
    { numRuns: 1200, seed: 20261122 },
  )
  // Every row of the table must occur, otherwise the property proves less than its title.
  const rows = (transitions as readonly Transition[]).map((t) => `${t.move}: ${t.from} → ${t.to}`)
  expect(rows.filter((row) => !seen.has(row))).toEqual([])
})
