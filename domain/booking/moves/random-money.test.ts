import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountOf } from '../../promos/promo.ts'
import { fareOf } from '../../fare/fare.ts'
import type { Tariff } from '../../fare/tariff.ts'
import type { Posting } from '../../wallet/ledger-entry.ts'
import {
  adminCredit,
  capture,
  chargeRider,
  collectDebts,
  debtWrittenOff,
  type OpenDebt,
} from '../../wallet/postings.ts'
import type { Booking, PaymentMode, PromoSnapshot } from '../booking.ts'
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
import { isRefusal, type Actor, type Change, type Outcome } from '../move.ts'
import { abort } from './abort.ts'
import { accept } from './accept.ts'
import { arrive } from './arrive.ts'
import { cancel } from './cancel.ts'
import { newBooking } from './create.ts'
import { notPaid, pay } from './pay.ts'
import { reach } from './reach.ts'
import { start } from './start.ts'
import { writeOff } from './write-off.ts'

const rate = fc.integer({ min: 0, max: 50_000 }).map((n) => n / 100)

const tariffs: fc.Arbitrary<Tariff> = fc
  .record({
    rate_per_unit_distance: rate,
    rate_per_hour: rate,
    base_fare: rate,
    min_fare: rate,
    convenience_fees: rate,
    convenience_fee_type: fc.constantFrom('flat' as const, 'percentage' as const),
    cancelSlab: fc.array(fc.record({ minsDelayed: fc.nat(30), amount: rate }), { maxLength: 4 }),
    unit: fc.constantFrom('km' as const, 'mile' as const),
    exponent: fc.constantFrom(0, 2, 3),
    decimal: fc.nat(3),
    currency: fc.constant('UYU'),
  })
  .map((tariff) => ({ ...tariff, decimal: Math.min(tariff.decimal, tariff.exponent) }))

const promos: fc.Arbitrary<PromoSnapshot | null> = fc.option(
  fc.record({
    id: fc.constant('promo'),
    promo_name: fc.constant('PROMO'),
    promo_discount_type: fc.constantFrom('flat' as const, 'percentage' as const),
    promo_discount_value: rate,
    max_promo_discount_value: rate,
  }),
)

const endings = ['drive', 'cancel', 'cancel-late', 'driver-cancel', 'no-show', 'abort', 'abort-free'] as const
const payments = ['cash', 'wallet', 'card', 'write-off'] as const

const rides = fc.record({
  tariff: tariffs,
  promo: promos,
  mode: fc.constantFrom<PaymentMode>('cash', 'wallet', 'card'),
  km: fc.double({ min: 0, max: 300, noNaN: true }),
  seconds: fc.nat(20_000),
  drivenSeconds: fc.nat(20_000),
  ending: fc.constantFrom(...endings),
  late: fc.nat(45),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
  later: fc.constantFrom(...payments),
  money: fc.nat(200_000),
  guaranteed: fc.boolean(),
  credits: fc.array(fc.integer({ min: 1, max: 50_000 }), { maxLength: 4 }),
  writeOff: fc.boolean(),
  office: fc.boolean(),
})
type Ride = typeof rides extends fc.Arbitrary<infer R> ? R : never

/** A booking and a ledger in memory for its postings. */
class Story {
  booking: Booking
  readonly accounts = new Map<string, number>()
  debts: OpenDebt[] = []
  constructor(booking: Booking, change: Change) {
    this.booking = booking
    this.post(change.postings)
  }
  balance(account: string, holder: string | null = null): number {
    return this.accounts.get(`${account}:${holder}`) ?? 0
  }
  /** Posts like the server: a credit of the rider's wallet pays the debts, the oldest first. */
  post(postings: readonly Posting[] = []): void {
    this.write(postings)
    this.write(collectDebts(this.balance('wallet', 'rider-one'), this.debts))
  }
  private write(postings: readonly Posting[]): void {
    for (const { kind, entries, reference } of postings) {
      expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(0) // [invariants-M1]
      for (const { account, holder, amount } of entries) {
        const now = this.balance(account, holder) + amount
        this.accounts.set(`${account}:${holder}`, now)
        // [invariants-M10]: nothing takes a wallet of a rider below zero.
        if (account === 'wallet' && holder === 'rider-one') expect(now).toBeGreaterThanOrEqual(0)
      }
      this.count(kind, reference, entries)
    }
  }
  private count(kind: Posting['kind'], reference: string | null, entries: Posting['entries']): void {
    const owed = entries.find(({ account }) => account === 'receivable')?.amount ?? 0
    const pending = entries.find(({ account }) => account === 'pending-fees')
    if (kind === 'debt')
      this.debts.push({
        id: String(this.debts.length),
        bookingId: this.booking.id,
        rider: 'rider-one',
        driver: pending?.holder ?? null,
        rest: -owed,
      })
    else this.debts = this.debts.map((debt) => (debt.id === reference ? { ...debt, rest: debt.rest - owed } : debt))
  }
  /** False when the move was refused. */
  go(outcome: Outcome): boolean {
    if (isRefusal(outcome)) return false
    const { patch, to } = outcome
    this.booking = { ...this.booking, ...patch, status: to, version: this.booking.version + 1 }
    this.post(outcome.postings)
    if (outcome.refund !== undefined) this.post([cardRefund(this.booking.id, outcome.refund)])
    return true
  }
}

const begin = (ride: Ride): Story | null => {
  const { tariff } = ride
  const fare = fareOf(tariff, { distanceKm: ride.km, seconds: ride.seconds, parcel: 0, option: 0 })
  const quote = { ...exampleFacts.quote, tariff, fare, distance: ride.km, duration: ride.seconds }
  const made = newBooking(
    {
      ...exampleFacts,
      quote,
      promo: ride.promo,
      payment_mode: ride.mode,
      customer: { ...exampleFacts.customer, walletBalance: ride.money },
    },
    rider,
    t0,
  )
  if (isRefused(made)) {
    // wallet_balance_low is the only possible reason
    expect(ride.mode).toBe('wallet')
    expect(ride.money).toBeLessThan(fare.tripCost - discountOf(ride.promo, fare.tripCost, tariff))
    return null
  }
  const opening = ride.money > 0 ? [adminCredit('rider-one', ride.money)] : []
  const story = new Story(made.booking, { ...made.change, postings: [...opening, ...(made.change.postings ?? [])] })
  const offer = { offeredAt: t0, expiresAt: t0 + 20_000, outcome: null }
  expect(
    story.go(accept(story.booking, driver, { driver: { ...exampleDriver, carTypeId: 'economy' }, offer }, t0)),
  ).toBe(true)
  return story
}
const isRefused = (made: ReturnType<typeof newBooking>): made is Extract<typeof made, { refuse: unknown }> =>
  'refuse' in made

const reason = { id: 'r', label: 'Reason' }
const cancelled = (story: Story, ride: Ride, actor: Actor, at: number, noShow = false): boolean => {
  const collection = { balance: story.balance('wallet', 'rider-one'), guaranteed: ride.guaranteed }
  const facts = { reason, noShow, noShowMinutes: 5, presence: atPickup(at), collection }
  return story.go(cancel(story.booking, actor, facts, at))
}

const startTrip = (story: Story, at: number): void => {
  story.go(arrive(story.booking, driver, {}, at))
  story.go(start(story.booking, driver, { otp: story.booking.otp, tries: 5, clock: '10:00:00' }, at))
}

const finish = (story: Story, ride: Ride): void => {
  const at = t0 + ride.late * minute
  switch (ride.ending) {
    case 'cancel':
      expect(cancelled(story, ride, rider, t0)).toBe(true)
      break
    case 'cancel-late':
      expect(cancelled(story, ride, rider, at)).toBe(true)
      break
    case 'driver-cancel':
      expect(cancelled(story, ride, driver, at)).toBe(true)
      break
    case 'no-show':
      story.go(arrive(story.booking, driver, { fix: { ...story.booking.pickup, at: t0 } }, t0))
      expect(cancelled(story, ride, driver, at, true)).toBe(ride.late >= 5)
      if (ride.late < 5) cancelled(story, ride, driver, at)
      break
    case 'abort':
    case 'abort-free': {
      startTrip(story, t0)
      const fare = ride.ending === 'abort' ? Math.floor(story.booking.fare.quoted.tripCost * ride.part) : null
      expect(story.go(abort(story.booking, admin, { reason: 'stop', fare, clock: '10:10:00', speed: 1 }, at))).toBe(
        true,
      )
      break
    }
    case 'drive': {
      startTrip(story, t0)
      const balance = story.balance('wallet', 'rider-one')
      const facts = { ...noTrack, clock: '11:00:00', balance }
      expect(story.go(reach(story.booking, driver, facts, t0 + ride.drivenSeconds * 1000))).toBe(true)
      break
    }
  }
  payUp(story, ride)
}

/** Pays the rest: in cash, from the wallet if it holds enough, by card, or by a write-off. */
const payUp = (story: Story, ride: Ride): void => {
  const at = t0 + 40_000_000
  if (story.booking.status === 'REACHED' && ride.later === 'cash') story.go(pay(story.booking, driver, cash, at))
  if (story.booking.status === 'REACHED') story.go(notPaid(story.booking, driver))
  if (story.booking.status !== 'PENDING') return
  const { payableAmount: rest } = story.booking
  if (ride.later === 'wallet') {
    const balance = story.balance('wallet', 'rider-one')
    const paid = story.go(pay(story.booking, rider, { payment_mode: 'wallet', balance }, at))
    expect(paid).toBe(balance >= rest)
  } else if (ride.later === 'card') {
    const facts = { payment_mode: 'card', captured: rest, gateway: 'test', reference: 'p' } as const
    expect(story.go(pay(story.booking, system, facts, at))).toBe(true)
  } else if (ride.later === 'cash')
    expect(story.go(pay(story.booking, admin, { ...cash, takenBy: ride.office ? 'office' : 'driver' }, at))).toBe(true)
  if (story.booking.status === 'PENDING')
    expect(story.go(writeOff(story.booking, admin, { reason: 'gone' }, at))).toBe(true)
}
const cash = { payment_mode: 'cash' } as const

const check = (story: Story, ride: Ride): void => {
  const { booking } = story
  const { trip_cost: G, convenience_fees: F, driver_share: S, discount_amount: D } = booking
  const { usedWalletMoney: W, cardPaymentAmount: C, cashPaymentAmount: K, writtenOff: X } = booking
  expect([...story.accounts.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0) // [invariants-M2]
  expect(story.balance('prepayments', booking.id)).toBe(0) // [invariants-M16]
  expect(S + F).toBe(G) // [invariants-M15]
  for (const amount of [G, F, S, D, W, C, K, X, booking.payableAmount]) {
    expect(Number.isSafeInteger(amount)).toBe(true)
    expect(amount).toBeGreaterThanOrEqual(0)
  }
  expect(D).toBeLessThanOrEqual(G)
  const driverGets = story.balance('wallet', 'driver-one')
  const riderHas = story.balance('wallet', 'rider-one')
  if (booking.status === 'PAID') {
    expect(W + C + K + D + X).toBe(G) // [invariants-M5]
    expect(driverGets).toBe(S - (booking.cash_taken_by === 'office' ? 0 : K))
    expect(0 - story.balance('office-cash')).toBe(booking.cash_taken_by === 'office' ? K : 0)
    expect(booking.cash_taken_by !== null).toBe(K > 0)
    expect(story.balance('revenue')).toBe(F)
    expect(story.balance('promo-expense')).toBe(D === 0 ? 0 : -D)
    expect(riderHas).toBe(ride.money - W)
    expect(riderHas).toBeGreaterThanOrEqual(0)
  } else {
    expect(booking.status).toBe('CANCELLED')
    // The driver gets the fee, at most what the ride costs: now, or when the rider has paid it.
    const [owed, pending] = [0 - story.balance('receivable', 'rider-one'), story.balance('pending-fees', 'driver-one')]
    const fee = driverGets + pending
    expect(fee).toBe(booking.customer_paid)
    expect(fee).toBeLessThanOrEqual(booking.fare.quoted.tripCost - D)
    expect(pending).toBe(ride.guaranteed ? 0 : owed)
    expect(riderHas).toBe(ride.money - (fee - owed))
    if (owed > 0) expect(riderHas).toBe(0)
    expect(story.balance('revenue')).toBe(0)
    if (!['cancel', 'cancel-late', 'no-show'].includes(ride.ending)) expect(driverGets).toBe(0)
    checkDebts(story, ride)
  }
}

/** Credits pay the debt, a write-off ends it; the driver has at most what was collected, unless it was guaranteed. */
const checkDebts = (story: Story, ride: Ride): void => {
  const debt = () => 0 - story.balance('receivable', 'rider-one')
  const pending = () => story.balance('pending-fees', 'driver-one')
  const [owed, had, gets] = [debt(), story.balance('wallet', 'rider-one'), story.balance('wallet', 'driver-one')]
  const credited = ride.credits.reduce((sum, amount) => sum + amount, 0)
  for (const amount of ride.credits) story.post([adminCredit('rider-one', amount)])
  const collected = Math.min(owed, credited)
  expect(debt()).toBe(owed - collected)
  expect(pending()).toBe(ride.guaranteed ? 0 : debt())
  expect(story.balance('wallet', 'rider-one')).toBe(had + credited - collected)
  expect(story.balance('wallet', 'driver-one')).toBe(gets + (ride.guaranteed ? 0 : collected))
  if (ride.writeOff) {
    const rest = debt()
    story.post(story.debts.filter((one) => one.rest > 0).map(debtWrittenOff))
    expect([debt(), pending()]).toEqual([0, 0])
    expect(0 - story.balance('bad-debt')).toBe(ride.guaranteed ? rest : 0)
  }
  expect([...story.accounts.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0)
}

test(
  'property: random tariffs, distances, modes, promos and endings keep the money invariants',
  { timeout: 180_000 },
  () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(rides, (ride) => {
        const story = begin(ride)
        if (story === null) return
        finish(story, ride)
        check(story, ride)
        const name = `${ride.ending} ${story.booking.status}`
        seen.set(name, (seen.get(name) ?? 0) + 1)
      }),
      { numRuns: 1500, seed: 20261121 },
    )
    // Every ending must occur, otherwise the property proves less than its title.
    for (const ending of endings) expect([...seen.keys()].some((name) => name.startsWith(`${ending} `))).toBe(true)
    expect(seen.get('drive PAID')).toBeGreaterThan(50)
    expect(seen.get('cancel-late CANCELLED')).toBeGreaterThan(50)
  },
)

test('property: a debt is paid with a cash ride, whatever was paid of it meanwhile [design/money-70]', () => {
  const outcomes = new Set<string>()
  fc.assert(
    fc.property(rides, fc.integer({ min: 1, max: 20_000 }), fc.nat(30_000), fc.boolean(), (ride, owed, other, pays) => {
      const story = begin({ ...ride, mode: 'cash', promo: null, money: 0 })
      if (story === null) return
      const facts = {
        kind: 'cancellation-fee',
        bookingId: 'EARLIER',
        rider: 'rider-one',
        driver: 'driver-two',
      } as const
      const rest = { toDriver: owed, toRevenue: 0, fromPrepayments: 0, balance: 0, guaranteed: ride.guaranteed }
      story.post(chargeRider({ ...facts, ...rest }))
      story.booking = { ...story.booking, debtDue: owed }
      if (other > 0) story.post([adminCredit('rider-one', other)])
      startTrip(story, t0)
      const still = Math.max(0, owed - other)
      const end = { ...noTrack, clock: '11:00:00', owed: 0 - story.balance('receivable', 'rider-one') }
      expect(story.go(reach(story.booking, driver, end, t0 + ride.drivenSeconds * 1000))).toBe(true)
      expect(story.booking.debtDue).toBe(still)
      if (story.booking.status !== 'REACHED') return
      // The rider pays a part in another way before the driver confirms the cash: it stays in the wallet.
      const late = still > 0 ? Math.min(still, ride.late) : 0
      if (late > 0) story.post([adminCredit('rider-one', late)])
      const withDebt = pays && still > 0
      expect(story.go(pay(story.booking, driver, { ...cash, withDebt }, t0 + 40_000_000))).toBe(true)
      const { cashPaymentAmount: K, driver_share: S, debtPaid } = story.booking
      expect(debtPaid).toBe(withDebt ? still : 0)
      expect(story.balance('wallet', 'driver-one')).toBe(S - K - debtPaid)
      const paid = Math.min(owed, other + late + debtPaid)
      expect(0 - story.balance('receivable', 'rider-one')).toBe(owed - paid)
      expect(story.balance('wallet', 'driver-two')).toBe(ride.guaranteed ? owed : paid)
      expect(story.balance('wallet', 'rider-one')).toBe(other + late + debtPaid - paid)
      expect([...story.accounts.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0)
      outcomes.add(withDebt ? 'paid' : still > 0 ? 'open' : 'paid before')
    }),
    { numRuns: 400, seed: 20261128 },
  )
  expect([...outcomes].toSorted()).toEqual(['open', 'paid', 'paid before'])
})

test('property: a card payment is refunded on cancel, less the fee [design/money-20]', () => {
  fc.assert(
    fc.property(rides, fc.boolean(), (ride, byDriver) => {
      const story = begin({ ...ride, mode: 'card', promo: null })
      if (story === null) return
      const { tripCost } = story.booking.fare.quoted
      if (tripCost === 0) return
      story.post([capture(story.booking.id, 'test', tripCost, 'p1')])
      story.booking = { ...story.booking, prepaid: true, cardPaymentAmount: tripCost, payableAmount: 0 }
      expect(cancelled(story, ride, byDriver ? driver : rider, t0 + ride.late * minute)).toBe(true)
      const fee = story.balance('wallet', 'driver-one')
      expect(story.balance('prepayments', story.booking.id)).toBe(0)
      expect(story.balance('gateway-clearing', 'test')).toBe(fee === 0 ? 0 : -fee)
      expect(story.balance('wallet', 'rider-one')).toBe(ride.money)
      expect(story.booking.cardPaymentAmount).toBe(fee)
    }),
    { numRuns: 500, seed: 7 },
  )
})
