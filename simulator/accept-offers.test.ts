import { describe, expect, it } from 'vitest'
import { decide, type HeldOffer } from './accept-offers.ts'

const near: HeldOffer = { driver: 'near', expiresAt: 120_000, pickupTime: 60, pickupDistance: 1 }
const far: HeldOffer = { driver: 'far', expiresAt: 120_000, pickupTime: 400, pickupDistance: 3 }
const isFleet = (driver: string) => driver !== 'person'
const decideAt = (
  ageMs: number,
  offers: { driver: string; live: boolean }[],
  held = [far, near],
  waiting: string[] = [],
) => decide({ since: 100_000, now: 100_000 + ageMs, held, asked: { offers, waiting }, isFleet })

describe('decide', () => {
  it('waits 8 s, then lists the drivers, nearest first', () => {
    expect(decideAt(0, [])).toEqual({ kind: 'wait', ms: 8000 })
    expect(decideAt(7999, [])).toEqual({ kind: 'wait', ms: 1 })
    expect(decideAt(8000, [{ driver: 'near', live: true }])).toEqual({ kind: 'accept', drivers: ['near', 'far'] })
  })

  it('waits 20 s while a person has a live offer, and checks in between', () => {
    const person = [{ driver: 'person', live: true }]
    expect(decideAt(3000, person)).toEqual({ kind: 'wait', ms: 5000 })
    expect(decideAt(8000, person)).toEqual({ kind: 'wait', ms: 1000 })
    expect(decideAt(19_500, person)).toEqual({ kind: 'wait', ms: 500 })
    expect(decideAt(20_000, person, [near])).toEqual({ kind: 'leave' })
    expect(decideAt(20_000, person, [{ ...near, expiresAt: 140_000 }])).toEqual({ kind: 'accept', drivers: ['near'] })
  })

  it('waits 20 s while a later wave may ask a person [design/dispatch-10]', () => {
    const live = [{ ...near, expiresAt: 140_000 }]
    expect(decideAt(8000, [], live, ['person'])).toEqual({ kind: 'wait', ms: 1000 })
    expect(decideAt(8000, [], live, ['far']).kind).toBe('accept')
    expect(decideAt(20_000, [], live, ['person']).kind).toBe('accept')
  })

  it('accepts as soon as the person has declined', () => {
    expect(decideAt(9000, [{ driver: 'person', live: false }]).kind).toBe('accept')
  })

  it('leaves a booking without a live offer to the fleet', () => {
    expect(decideAt(9000, [], [])).toEqual({ kind: 'leave' })
    expect(decideAt(20_001, [], [near])).toEqual({ kind: 'leave' })
  })

  it('orders by distance without a driving time', () => {
    const timeless = (driver: string, km: number) => ({ ...near, driver, pickupTime: null, pickupDistance: km })
    expect(decideAt(8000, [], [timeless('b', 4), timeless('a', 2)])).toEqual({ kind: 'accept', drivers: ['a', 'b'] })
  })
})
