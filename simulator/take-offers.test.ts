import { describe, expect, it } from 'vitest'
import { decide, type HeldOffer } from './take-offers.ts'

const near: HeldOffer = { driver: 'near', expiresAt: 120_000, pickupTime: 60, pickupDistance: 1 }
const far: HeldOffer = { driver: 'far', expiresAt: 120_000, pickupTime: 400, pickupDistance: 3 }
const isFleet = (driver: string) => driver !== 'person'
const ask = (ageMs: number, offers: { driver: string; live: boolean }[], held = [far, near]) =>
  decide({ since: 100_000, now: 100_000 + ageMs, held, offers, isFleet })

describe('the fleet and an offer', () => {
  it('waits 8 s, then the nearest takes it and the others stand behind', () => {
    expect(ask(0, [])).toEqual({ kind: 'wait', ms: 8000 })
    expect(ask(7999, [])).toEqual({ kind: 'wait', ms: 1 })
    expect(ask(8000, [{ driver: 'near', live: true }])).toEqual({ kind: 'take', drivers: ['near', 'far'] })
  })

  it('holds back 20 s while a person holds a live offer, and looks again in between', () => {
    const person = [{ driver: 'person', live: true }]
    expect(ask(3000, person)).toEqual({ kind: 'wait', ms: 5000 })
    expect(ask(8000, person)).toEqual({ kind: 'wait', ms: 1000 })
    expect(ask(19_500, person)).toEqual({ kind: 'wait', ms: 500 })
    expect(ask(20_000, person, [near])).toEqual({ kind: 'leave' })
    expect(ask(20_000, person, [{ ...near, expiresAt: 140_000 }])).toEqual({ kind: 'take', drivers: ['near'] })
  })

  it('takes it as soon as the person has declined', () => {
    expect(ask(9000, [{ driver: 'person', live: false }]).kind).toBe('take')
  })

  it('leaves alone what nobody of the fleet holds any more', () => {
    expect(ask(9000, [], [])).toEqual({ kind: 'leave' })
    expect(ask(20_001, [], [near])).toEqual({ kind: 'leave' })
  })

  it('knows the nearest by distance where there is no time', () => {
    const timeless = (driver: string, km: number) => ({ ...near, driver, pickupTime: null, pickupDistance: km })
    expect(ask(8000, [], [timeless('b', 4), timeless('a', 2)])).toEqual({ kind: 'take', drivers: ['a', 'b'] })
  })
})
