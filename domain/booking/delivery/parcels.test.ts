import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Posting } from '../../wallet/ledger-entry.ts'
import type { Booking } from '../booking.ts'
import {
  after,
  arrived,
  changed,
  driver,
  exampleFacts,
  admin,
  minute,
  noTrack,
  rider,
  refused,
  started,
  sum,
  t0,
  viewOf,
} from '../example-booking.ts'
import { bookingCan } from '../booking-status.ts'
import { cameToDrop, couldNotDeliver, returnFee, type CouldNotDeliverFacts } from './could-not-deliver.ts'
import type { TrackedPoint } from '../final-fare/trip-points.ts'
import { correctFare } from '../final-fare/correct-fare.ts'
import { abort } from '../moves/abort.ts'
import { newBooking } from '../moves/create.ts'
import { reach } from '../moves/reach.ts'
import { start } from '../moves/start.ts'
import { withoutRider } from '../../privacy/rider-after-trip.ts'
import type { ProofFacts } from './hand-over.ts'
import { renewDeliveryCode } from './renew-delivery-code.ts'
import { shownDeliveryCode } from './parcel.ts'

const parcel = { deliveryCode: '4711' }
const atPickup: Booking = { ...arrived(), ...parcel }
const underway: Booking = { ...started(), ...parcel }
const now = t0 + 15 * minute

const startOf = (booking: Booking, more: object) =>
  start(booking, driver, { otp: booking.otp, tries: 5, clock: '10:05:00', ...more }, now)

const proof: ProofFacts = {
  photo: null,
  signature: null,
  receivedBy: null,
  code: null,
  photoNeeded: false,
  codeNeeded: false,
  tries: 5,
}
const reachOf = (booking: Booking, more: Partial<ProofFacts> = {}) =>
  reach(booking, driver, { ...noTrack, appcat: 'delivery', proof: { ...proof, ...more } }, now)

/** A point of the trip this far north of the drop, km. */
const pointAt = (km: number, more: Partial<TrackedPoint> = {}): TrackedPoint => ({
  lat: underway.drop.lat + km / 111.195,
  lng: underway.drop.lng,
  at: now - minute,
  status: 'STARTED',
  accuracy: 5,
  ...more,
})

const failed: CouldNotDeliverFacts = {
  reason: 'absent',
  note: null,
  photo: null,
  photoNeeded: false,
  returnPercent: 50,
  balance: 0,
  guaranteed: false,
  points: [pointAt(0.1)],
  admins: ['admin-one'],
}
const failOf = (booking: Booking, more: Partial<CouldNotDeliverFacts> = {}) =>
  couldNotDeliver(booking, driver, { ...failed, ...more }, now)

describe('the code of the receiver [design/delivery-27]', () => {
  test('is made for a delivery alone, and only its sender sees it until the parcel is handed over', () => {
    const made = (appcat: 'taxi' | 'delivery') => {
      const outcome = newBooking({ ...exampleFacts, appcat }, admin, t0)
      if ('refuse' in outcome) throw outcome.refuse
      return outcome.booking
    }
    expect([made('taxi').deliveryCode, made('delivery').deliveryCode]).toEqual([null, '4711'])
    const seen = (role: 'rider' | 'driver' | 'fleetadmin' | 'admin', id: string, booking = underway) =>
      viewOf(booking, { id, role }, { now })
    expect(seen('rider', 'rider-one').deliveryCode).toBe('4711')
    for (const role of ['driver', 'fleetadmin', 'admin'] as const)
      expect(JSON.stringify(seen(role, `${role}-one`))).not.toContain('4711')
    const done = after(underway, reachOf(underway))
    expect(seen('rider', 'rider-one', done).deliveryCode).toBeNull()
    expect(shownDeliveryCode(after(underway, failOf(underway)))).toBeNull()
  })

  test('ends the delivery when it is right; a wrong one counts a try, the fifth locks it', () => {
    const missing = refused(reachOf(underway, { codeNeeded: true }))
    expect([missing.refuse.key, missing.keep]).toEqual(['delivery_code_missing', undefined])
    let booking = underway
    for (let left = 4; left >= 0; left--) {
      const { refuse, keep } = refused(reachOf(booking, { codeNeeded: true, code: '4712' }))
      expect([refuse.key, refuse.extra]).toEqual(['wrong_delivery_code', { triesLeft: left }])
      booking = { ...booking, ...keep?.patch }
    }
    expect(refused(reachOf(booking, { codeNeeded: true, code: '4711' })).refuse.key).toBe('delivery_code_locked')
    expect(changed(reachOf(underway, { codeNeeded: true, code: ' 4711 ' })).patch.handover).toEqual({
      receivedBy: null,
      signature: null,
      byCode: true,
    })
    // A taxi ride has no code, whatever the setting is.
    expect(changed(reachOf(started(), { codeNeeded: true })).to).toBe('REACHED')
  })
})

describe('a new code of the receiver [design/delivery-40]', () => {
  const locked: Booking = { ...underway, deliveryCodeTries: 5 }
  const renewOf = (booking: Booking, actor = rider) => renewDeliveryCode(booking, actor, { code: '8150', renewals: 3 })

  test('unlocks the delivery: the new one is right, the old one is not', () => {
    const renewed = after(locked, renewOf(locked))
    expect(renewed).toMatchObject({ deliveryCode: '8150', deliveryCodeTries: 0, deliveryCodeRenewals: 1 })
    expect(refused(reachOf(renewed, { code: '4711' })).refuse.key).toBe('wrong_delivery_code')
    expect(changed(reachOf(renewed, { codeNeeded: true, code: '8150' })).patch.handover?.byCode).toBe(true)
  })

  test('is made by the sender or the office, which is audited and the sender gets a notice; at most three times', () => {
    expect(changed(renewOf(locked))).not.toHaveProperty('audit')
    expect(changed(renewOf(locked, admin))).toMatchObject({
      audit: { action: 'delivery-code.renew', data: { renewals: 1 } },
      notices: [{ user: rider.id, message: 'notice_delivery_code_renewed', params: {} }],
    })
    expect(JSON.stringify(changed(renewOf(locked, admin)).audit)).not.toContain('8150')
    expect(refused(renewOf(locked, driver)).refuse.key).toBe('booking_moved_on')
    expect(refused(renewOf({ ...locked, deliveryCodeRenewals: 3 })).refuse.key).toBe('no_more_delivery_codes')
  })

  test('is for a parcel on its way alone', () => {
    for (const booking of [atPickup, started(), after(underway, failOf(underway)), after(underway, reachOf(underway))])
      expect(refused(renewOf(booking)).refuse.key).toBe('booking_moved_on')
  })

  test('the sender is notified of the lock once, and sees with the office whether a new one can be made', () => {
    const wrong = (tries: number) =>
      refused(reachOf({ ...underway, deliveryCodeTries: tries }, { code: '4712' })).keep?.notices
    expect([wrong(3), wrong(4)?.map(({ user, message }) => [user, message])]).toEqual([
      undefined,
      [[rider.id, 'notice_delivery_code_locked']],
    ])
    const seen = (role: 'rider' | 'driver' | 'fleetadmin' | 'admin', booking: Booking) => {
      const view = viewOf(booking, { id: `${role}-one`, role }, { now })
      return [view.deliveryCodeLocked, view.deliveryCodeRenewalsLeft]
    }
    for (const role of ['rider', 'admin'] as const) {
      expect(seen(role, underway)).toEqual([false, 3])
      expect(seen(role, { ...locked, deliveryCodeRenewals: 2 })).toEqual([true, 1])
      expect(seen(role, started())).toEqual([undefined, undefined])
    }
    for (const role of ['driver', 'fleetadmin'] as const) expect(seen(role, locked)).toEqual([undefined, undefined])
    const viewer = { id: 'rider-one', role: 'rider' } as const
    const view = (booking: Booking) => viewOf(booking, viewer, { now })
    expect(bookingCan.renewDeliveryCode(view(locked), viewer)).toBe(true)
    expect(bookingCan.renewDeliveryCode(view({ ...locked, deliveryCodeRenewals: 3 }), viewer)).toBe(false)
    expect(bookingCan.renewDeliveryCode(view(started()), viewer)).toBe(false)
  })
})

describe('photos [delivery-11] [design/delivery-22]', () => {
  test('the start needs the photo of the pickup when the setting is on, before the trip code counts a try', () => {
    const { refuse, keep } = refused(startOf(atPickup, { photoNeeded: true, otp: '00000' }))
    expect([refuse.key, keep]).toEqual(['pickup_photo_needed', undefined])
    expect(changed(startOf(atPickup, { photoNeeded: true, photo: '/api/files/1' })).patch.pickup_image).toBe(
      '/api/files/1',
    )
    expect(changed(startOf(atPickup, {})).patch).not.toHaveProperty('pickup_image')
    expect(changed(startOf(arrived(), { photoNeeded: true, photo: '/api/files/1' })).patch).not.toHaveProperty(
      'pickup_image',
    )
  })

  test('the end needs the final photo when the setting is on, and stores the name [design/delivery-25]', () => {
    expect(refused(reachOf(underway, { photoNeeded: true })).refuse.key).toBe('final_photo_needed')
    const given = { photoNeeded: true, photo: '/api/files/2', signature: '/api/files/3', receivedBy: ' Neighbour ' }
    expect(changed(reachOf(underway, given)).patch).toMatchObject({
      deliver_image: '/api/files/2',
      handover: { receivedBy: 'Neighbour', signature: '/api/files/3', byCode: false },
    })
    expect(changed(reachOf(underway)).patch).not.toHaveProperty('handover')
  })
})

describe('a returned parcel [design/delivery-30]', () => {
  test('once, by the driver of a started delivery: the pickup becomes the drop, and the sender owes half of the quote', () => {
    const change = changed(failOf(underway, { note: ' Nobody answers ' }))
    expect(change).toMatchObject({ from: 'STARTED', to: 'STARTED', data: { amount: 138_00, reason: 'absent' } })
    const back = after(underway, change)
    expect(back.drop).toEqual(underway.pickup)
    expect(back.undelivered).toEqual({
      at: now,
      reason: 'absent',
      note: 'Nobody answers',
      image: null,
      drop: underway.drop,
      fee: 138_00,
    })
    expect(refused(failOf(back)).refuse.key).toBe('booking_moved_on')
    expect(refused(failOf(started())).refuse.key).toBe('booking_moved_on')
    expect(refused(failOf(atPickup)).refuse.key).toBe('booking_moved_on')
    expect(refused(couldNotDeliver(underway, rider, failed, now)).refuse.status).toBe(409)
    const viewer = { id: 'driver-one', role: 'driver' } as const
    expect([bookingCan.couldNotDeliver(underway, viewer), bookingCan.couldNotDeliver(back, viewer)]).toEqual([
      true,
      false,
    ])
  })

  test('needs the photo when the setting is on, and a note for another reason [design/delivery-31]', () => {
    expect(refused(failOf(underway, { photoNeeded: true })).refuse.key).toBe('return_photo_needed')
    expect(refused(failOf(underway, { reason: 'other', note: ' ' })).refuse.key).toBe('undelivered_note_needed')
    expect(changed(failOf(underway, { photoNeeded: true, photo: '/api/files/4' })).patch.undelivered?.image).toBe(
      '/api/files/4',
    )
  })

  test('ends at the pickup without photo and code, and saves no address', () => {
    const back = after(underway, failOf(underway))
    const change = changed(reachOf(back, { photoNeeded: true, codeNeeded: true }))
    expect(change.to).toBe('REACHED')
    expect(change.saveDrop).toBeUndefined()
    expect(changed(reachOf(underway)).saveDrop).toBe(true)
  })

  test('sender and office see the fee, the courier the reason; a day later the courier sees areas', () => {
    const back = after(underway, failOf(underway, { note: 'Gate 4', photo: '/api/files/5' }))
    const seen = (role: 'rider' | 'driver' | 'admin') => viewOf(back, { id: `${role}-one`, role }, { now })
    expect([seen('rider').returnFee, seen('admin').returnFee]).toEqual([138, 138])
    expect(seen('driver')).not.toHaveProperty('returnFee')
    expect(seen('driver').undelivered).toMatchObject({ reason: 'absent', note: 'Gate 4', image: '/api/files/5' })
    expect(withoutRider(back).undelivered).toMatchObject({ note: null, image: null })
    expect(withoutRider(back).undelivered?.drop?.add).not.toContain('1825')
  })

  test('is free when no believed position shows the courier at the drop, and sender and office are notified [design/delivery-35]', () => {
    const noticesOf = (points: readonly TrackedPoint[]) =>
      (changed(failOf(underway, { points })).notices ?? []).map(({ user, message }) => [user, message])
    expect(noticesOf([pointAt(0.1)])).toEqual([
      ['rider-one', 'notice_could_not_deliver'],
      ['admin-one', 'notice_parcel_returns'],
    ])
    const unseen = changed(failOf(underway, { points: [pointAt(0.8)], balance: 500_00 }))
    expect(unseen.postings).toBeUndefined()
    expect(unseen.patch.undelivered?.fee).toBe(0)
    expect(unseen.data).toMatchObject({ amount: 0, atDrop: false })
    expect(after(underway, unseen).drop).toEqual(underway.pickup)
    expect(noticesOf([pointAt(0.8)])).toEqual([
      ['rider-one', 'notice_could_not_deliver_free'],
      ['admin-one', 'notice_parcel_returns_free'],
    ])
  })

  test('one accurate point of the trip within 0.5 km of the drop shows the courier there [design/delivery-35]', () => {
    const { startTime } = underway
    const came = (...points: TrackedPoint[]) => cameToDrop(underway, points)
    expect([came(), came(pointAt(0.49)), came(pointAt(0.52))]).toEqual([false, true, false])
    expect([came(pointAt(0.53, { accuracy: 45 })), came(pointAt(0.1, { accuracy: 3000 }))]).toEqual([true, false])
    // the courier has left again
    expect(came(pointAt(0), pointAt(3, { at: now }))).toBe(true)
    // a point from before the start
    expect(came(pointAt(0, { at: (startTime ?? 0) - minute }))).toBe(false)
    expect(cameToDrop(atPickup, [pointAt(0)])).toBe(false)
  })

  test('a day after the end driver and fleet see initials in place of the name, and no picture [design/delivery-26]', () => {
    const given = { photo: '/api/files/2', signature: '/api/files/3', receivedBy: 'Neighbour One' }
    const handedOver = after(underway, reachOf(underway, given))
    expect(withoutRider(handedOver)).toMatchObject({
      deliver_image: null,
      handover: { receivedBy: 'N. O.', signature: null },
    })
  })

  test('after an end for 0 the office gives the fee back: courier and platform bear what they got [design/money-95], and after a cancel it cannot [design/delivery-67]', () => {
    const returns = changed(failOf(underway, { balance: 500_00 }))
    const back = after(underway, returns)
    const endFor = (fare: number | null) =>
      changed(abort(back, admin, { reason: 'Breakdown', fare, clock: '10:15:00', speed: 1 }, now))
    const correct = (booking: Booking) =>
      correctFare(booking, admin, {
        direction: 'back',
        amount: 138_00,
        reason: 'The receiver was there',
        withDriver: true,
        corrected: 0,
        correctedShare: 0,
        returnFee: 138_00,
        balance: 362_00,
        debts: [],
        guaranteed: false,
      })
    const ended = endFor(0)
    expect([ended.to, endFor(null).to]).toEqual(['PAID', 'CANCELLED'])
    expect(refused(correct(after(back, endFor(null)))).refuse.key).toBe('booking_moved_on')
    const given = changed(correct(after(back, ended)))
    expect([sum(returns.postings, 'wallet', 'driver-one'), sum(returns.postings, 'revenue')]).toEqual([120_00, 18_00])
    const all = [returns, ended, given].flatMap(({ postings = [] }) => postings)
    expect([sum(all, 'wallet', 'driver-one'), sum(all, 'wallet', 'rider-one'), sum(all, 'revenue')]).toEqual([0, 0, 0])
  })

  test('property: the fee is charged once, from the wallet down to zero, and the rest is a debt', () => {
    const facts = fc.record({
      percent: fc.integer({ min: 0, max: 100 }),
      balance: fc.integer({ min: 0, max: 40_000 }),
      guaranteed: fc.boolean(),
      decimal: fc.constantFrom(0, 1, 2),
      flat: fc.boolean(),
    })
    fc.assert(
      fc.property(facts, ({ percent, balance, guaranteed, decimal, flat }) => {
        const tariff = {
          ...underway.tariff,
          decimal,
          convenience_fee_type: flat ? ('flat' as const) : ('percentage' as const),
        }
        const booking = { ...underway, tariff }
        const change = changed(failOf(booking, { returnPercent: percent, balance, guaranteed }))
        const fee = returnFee(booking, percent)
        const sum = (account: string, holder: string | null = null) =>
          (change.postings ?? [])
            .flatMap(({ entries }: Posting) => entries)
            .reduce((all, one) => all + (one.account === account && one.holder === holder ? one.amount : 0), 0)
        for (const { entries } of change.postings ?? [])
          expect(entries.reduce((all, { amount }) => all + amount, 0)).toBe(0) // [invariants-M1]
        expect(fee).toBeLessThanOrEqual(booking.fare.quoted.tripCost)
        expect(0 - sum('wallet', 'rider-one')).toBe(Math.min(balance, fee)) // [invariants-M10]
        expect(0 - sum('receivable', 'rider-one')).toBe(fee - Math.min(balance, fee)) // [invariants-M17]
        expect(sum('wallet', 'driver-one') + sum('pending-fees', 'driver-one') + sum('revenue')).toBe(fee)
        if (guaranteed) expect(sum('pending-fees', 'driver-one')).toBe(0)
        if (flat) expect(sum('revenue')).toBe(0)
      }),
      { numRuns: 400, seed: 20261123 },
    )
  })
})

describe('the notice to the sender at the end of a delivery [design/delivery-63]', () => {
  const paid = { cardPaymentAmount: 276_00, prepaid: true, payment_mode: 'card' } as const
  const noticesOf = (booking: Booking) => changed(reachOf(booking)).notices?.map(({ user, message }) => [user, message])
  test.each([
    ['paid by card', { ...underway, ...paid }],
    ['paid from the wallet', { ...underway, payment_mode: 'wallet', usedWalletMoney: 276_00 } as const],
  ])('%s: it says that the parcel was delivered, or that it is back', (_, booking) => {
    const share = ['driver-one', 'notice_paid_driver']
    expect(noticesOf(booking)).toEqual([['rider-one', 'notice_delivered'], share])
    expect(noticesOf(after(booking, failOf(booking)))).toEqual([['rider-one', 'notice_parcel_back'], share])
  })
  test('names the amount if cash is due; a paid ride has its usual notice', () => {
    expect(noticesOf({ ...underway, payment_mode: 'cash' })).toEqual([['rider-one', 'notice_reached']])
    const ride = { ...started(), payment_mode: 'wallet', usedWalletMoney: 276_00 } as const
    expect(noticesOf(ride)?.[0]).toEqual(['rider-one', 'notice_paid_rider'])
  })
})
