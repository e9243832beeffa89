import type { Role } from '@remis/domain/kit/endpoint'

/** The name of a car type in `trial-cars.ts`. */
export type TrialCarType = 'Economy' | 'Comfort' | 'XL'

export interface TrialPerson {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly usertype: Role
  /** E.164 */
  readonly mobile: string
  /** email of the fleet's admin */
  readonly fleet?: string
  readonly car?: {
    readonly type: TrialCarType
    readonly make: string
    readonly model: string
    readonly number: string
  }
  /** offered on the login page */
  readonly shown?: true
  /** driven by the simulated fleet, not by a person */
  readonly simulated?: true
}

/** One password for all of them. It protects nothing: the login page shows it [design/accounts-18]. */
export const trialPassword = 'remis2go'

const host = 'remis.example'
const mobile = (number: number): string => `+59894${String(number).padStart(6, '0')}`
const ordinals = 'one two three four five six seven eight nine ten eleven twelve thirteen'.split(' ')
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const fleetOne = `fleet.one@${host}`
const fleetTwo = `fleet.two@${host}`

const person = (kind: string, index: number, from: number) => {
  const ordinal = ordinals[index] ?? String(index + 1)
  return {
    email: `${kind.toLowerCase()}.${ordinal}@${host}`,
    firstName: kind,
    lastName: capital(ordinal),
    mobile: mobile(from + index),
  }
}

const car = (type: TrialCarType, make: string, model: string, number: string) => ({ type, make, model, number })

/** In the order of the drivers' names; the first car is a person's. */
const garage = [
  car('Economy', 'Chevrolet', 'Onix', 'SRE 1001'),
  car('Economy', 'Fiat', 'Mobi', 'SRE 1002'),
  car('Comfort', 'Toyota', 'Corolla', 'SRE 2003'),
  car('XL', 'Chevrolet', 'Spin', 'SRE 3004'),
  car('Economy', 'Suzuki', 'Celerio', 'SRE 1005'),
  car('Comfort', 'Volkswagen', 'Virtus', 'SRE 2006'),
  car('Economy', 'Renault', 'Kwid', 'SRE 1007'),
  car('XL', 'Citroën', 'Berlingo', 'SRE 3008'),
  car('Comfort', 'Nissan', 'Sentra', 'SRE 2009'),
  car('Economy', 'Hyundai', 'HB20', 'SRE 1010'),
  car('Comfort', 'Chevrolet', 'Cruze', 'SRE 2011'),
  car('XL', 'Peugeot', 'Rifter', 'SRE 3012'),
  car('Economy', 'Chevrolet', 'Joy', 'SRE 1013'),
]

/** Drivers 1 to 6 belong to the first fleet, 7 to 11 to the second, the last two to none. */
const fleetOf = (index: number) => (index < 6 ? { fleet: fleetOne } : index < 11 ? { fleet: fleetTwo } : {})

const riders = ordinals.slice(0, 6).map((_, index): TrialPerson => ({
  ...person('Rider', index, 1),
  usertype: 'rider',
  ...(index < 2 ? { shown: true } : {}),
}))

const drivers = garage.map((vehicle, index): TrialPerson => ({
  ...person('Driver', index, 101),
  usertype: 'driver',
  car: vehicle,
  ...fleetOf(index),
  ...(index === 0 ? { shown: true } : { simulated: true }),
}))

/** Accounts are named by role [design/accounts-18]. Those that others refer to come first. */
export const trialPeople: readonly TrialPerson[] = [
  { ...person('Admin', 0, 201), usertype: 'admin', shown: true },
  {
    email: fleetOne,
    firstName: 'Fleet Admin',
    lastName: 'One',
    usertype: 'fleetadmin',
    mobile: mobile(301),
    shown: true,
  },
  { email: fleetTwo, firstName: 'Fleet Admin', lastName: 'Two', usertype: 'fleetadmin', mobile: mobile(302) },
  ...riders,
  ...drivers,
]
