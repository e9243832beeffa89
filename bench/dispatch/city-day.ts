import { defaultSettings } from '@remis/domain/backoffice/settings'
import { dispatchPolicies, routedDrivers, type DispatchPolicy } from '@remis/domain/dispatch/dispatch-policy'
import type { DriverFacts } from '@remis/domain/dispatch/driver'
import { eligibleDrivers } from '@remis/domain/dispatch/eligible-drivers'
import { askable, isTurnDue, lookAt, searchTurn, type OpenOffer } from '@remis/domain/dispatch/search'
import { DriverIndex } from '../../server/dispatch/drivers/driver-index.ts'
import { seeded } from '../../atlas/testing/random.ts'
import type { CityRoads, Drive, Spot } from './city-roads.ts'

/** One day of one city: the same drivers, bookings and moods of drivers for every policy. */
export interface CityDay {
  readonly drivers: number
  readonly bookings: number
  readonly bookingsPerHour: number
  readonly seed: number
}

export interface DayResult {
  readonly bookings: number
  /** one entry per served booking */
  readonly served: readonly {
    /** by road, from where the driver was */
    readonly pickup: Drive
    /** from booking to accept, s */
    readonly waited: number
  }[]
  /** drivers asked, once per booking and wave */
  readonly offers: number
  /** drivers who would have accepted after the first */
  readonly tooLate: number
}

/** Time that a driver takes to answer, ms, and the share of drivers that accept, whatever the distance. */
const think = { from: 2000, to: 10_000 }
const accepts = 0.7
const boardingMs = 60_000
const carType = 'economy'
const settings = defaultSettings
const offerSeconds = 20
/** The sweep of the product. */
const sweepMs = 1000

interface Car {
  readonly facts: DriverFacts
  at: Spot
  busy: boolean
}

interface Ride {
  readonly id: number
  readonly pickup: Spot
  readonly drop: Spot
  readonly bookedAt: number
  offers: OpenOffer[]
  status: 'searching' | 'accepted' | 'no-driver'
}

/** Events in the order of their time; ties keep the order in which they were added. */
class Agenda {
  #events: { at: number; order: number; run: (now: number) => void }[] = []
  #order = 0

  add(at: number, run: (now: number) => void): void {
    const event = { at, order: this.#order++, run }
    let [low, high] = [0, this.#events.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#events[middle]!.at <= at) high = middle
      else low = middle + 1
    }
    this.#events.splice(low, 0, event)
  }

  /** Runs everything; the clock jumps from event to event. */
  run(): void {
    for (let next = this.#events.pop(); next !== undefined; next = this.#events.pop()) next.run(next.at)
  }
}

const factsOf = (id: string): DriverFacts => ({
  id,
  name: id,
  contact: null,
  image: null,
  rating: null,
  vehicleNumber: null,
  vehicleMake: null,
  vehicleModel: null,
  carTypeId: carType,
  fleetadmin: null,
  approved: true,
  active: true,
  busy: false,
  walletBalance: 0,
  position: null,
})

/** A number from 0 to 1 for one driver and one booking, the same under every policy. */
const mood = (seed: number, ride: number, car: number, which: number): number =>
  seeded(seed + ride * 7919 + car * 104_729 + which * 15_485_863)()

/**
 * Runs the day with a simulated clock. Index, eligibility, turns of the search and the policy are those of the
 * product; the roads are real. Free cars stay where they are.
 */
export const runDay = (roads: CityRoads, day: CityDay, name: keyof typeof dispatchPolicies): DayResult => {
  const policy: DispatchPolicy = dispatchPolicies[name]
  const random = seeded(day.seed)
  const index = new DriverIndex()
  const agenda = new Agenda()
  const cars = Array.from({ length: day.drivers }, (_, n): Car => {
    return { facts: factsOf(String(n).padStart(5, '0')), at: roads.spot(random), busy: false }
  })
  const carOf = new Map(cars.map((car) => [car.facts.id, car]))
  const place = (car: Car, at: Spot, busy: boolean): void => {
    Object.assign(car, { at, busy })
    index.put({ id: car.facts.id, lat: at.lat, lng: at.lng, at: 0 }, { carType, busy })
  }
  for (const car of cars) place(car, car.at, false)
  const served: DayResult['served'][number][] = []
  const searching = new Set<Ride>()
  let offers = 0
  let tooLate = 0

  const decide = (ride: Ride, car: Car) => (now: number) => {
    const offer = ride.offers.find(({ driver }) => driver === car.facts.id)
    if (car.busy || offer === undefined || offer.outcome !== null) return
    if (mood(day.seed, ride.id, Number(car.facts.id), 2) >= accepts) {
      Object.assign(offer, { outcome: 'declined' })
      if (ride.status === 'searching') turn(ride, now)
      return
    }
    if (ride.status !== 'searching') return void tooLate++
    const [pickup] = roads.matrix([car.at], ride.pickup)
    const [trip] = roads.matrix([ride.pickup], ride.drop)
    if (!pickup || !trip) throw new Error('no way to the pickup')
    ride.status = 'accepted'
    searching.delete(ride)
    served.push({ pickup, waited: (now - ride.bookedAt) / 1000 })
    place(car, car.at, true)
    for (const other of searching)
      for (const one of other.offers)
        if (one.driver === car.facts.id && one.outcome === null) Object.assign(one, { outcome: 'closed' })
    agenda.add(now + (pickup.seconds + trip.seconds) * 1000 + boardingMs, () => place(car, ride.drop, false))
  }

  const turn = (ride: Ride, now: number): void => {
    const search = { number: 1, until: ride.bookedAt + settings.searchMinutes * 60_000 }
    if (!isTurnDue(search, ride.offers, policy, now)) return
    const near = index.near(ride.pickup, settings.driverRadius, lookAt(search, ride.offers, policy), {
      carType,
      seenSince: 0,
    })
    const facts = near.flatMap(({ id, lat, lng }) => {
      const car = carOf.get(id)
      return car === undefined ? [] : [{ ...car.facts, busy: car.busy, position: { lat, lng, at: now } }]
    })
    const considered = eligibleDrivers(facts, { pickup: ride.pickup, carTypeId: carType }, settings, now)
    const routed = askable(search, ride.offers, considered, now).slice(0, routedDrivers)
    const spots = routed.map(({ driver }) => carOf.get(driver.id)!.at)
    const drives = roads.matrix(spots, ride.pickup)
    const pickupSeconds = new Map(
      routed.flatMap(({ driver }, i) => (drives[i] ? [[driver.id, drives[i].seconds]] : [])),
    )
    const next = searchTurn(search, ride.offers, { considered, pickupSeconds }, { policy, offerSeconds }, now)
    if (next.over) return
    for (const { driver } of next.renew)
      Object.assign(
        ride.offers.find((one) => one.driver === driver.id)!,
        { expiresAt: next.expiresAt },
      )
    for (const { driver } of next.ask) {
      const car = carOf.get(driver.id)!
      ride.offers = ride.offers.filter((one) => one.driver !== driver.id)
      ride.offers.push({
        driver: driver.id,
        kind: 'dispatch',
        search: 1,
        wave: next.wave,
        askedAt: now,
        expiresAt: next.expiresAt,
        outcome: null,
      })
      offers++
      const ms = think.from + mood(day.seed, ride.id, Number(driver.id), 1) * (think.to - think.from)
      agenda.add(now + ms, decide(ride, car))
    }
  }

  const sweep = (ride: Ride) => (now: number) => {
    if (ride.status !== 'searching') return
    if (now >= ride.bookedAt + settings.searchMinutes * 60_000) {
      ride.status = 'no-driver'
      searching.delete(ride)
      return
    }
    turn(ride, now)
    agenda.add(now + sweepMs, sweep(ride))
  }

  let at = 0
  for (let id = 0; id < day.bookings; id++) {
    at += (-Math.log(1 - random()) * 3_600_000) / day.bookingsPerHour
    const [pickup, drop] = [roads.spot(random), roads.spot(random)]
    agenda.add(at, (now) => {
      const ride: Ride = { id, pickup, drop, bookedAt: now, offers: [], status: 'searching' }
      searching.add(ride)
      sweep(ride)(now)
    })
  }
  agenda.run()
  return { bookings: day.bookings, served, offers, tooLate }
}
