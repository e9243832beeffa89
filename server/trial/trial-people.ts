import type { AppCategory } from '@remis/domain/booking/variant'
import type { Role } from '@remis/domain/kit/endpoint'

/** The name of a car type of `trial-cars.ts` or `trial-couriers.ts`. */
export type TrialCarType = 'Economy' | 'Comfort' | 'XL' | 'Bicycle' | 'Motorbike' | 'Van'

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

/** Thirteen, in the order of the drivers' names; the first car is a person's. */
const taxis = [
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

const couriers = [
  car('Motorbike', 'Yamaha', 'YBR 125', 'SDM 101'),
  car('Motorbike', 'Honda', 'Wave 110', 'SDM 102'),
  car('Van', 'Fiat', 'Fiorino', 'SDV 3003'),
  car('Bicycle', 'Trek', 'FX 2', 'BICI 04'),
  car('Motorbike', 'Suzuki', 'GN 125', 'SDM 105'),
  car('Bicycle', 'Giant', 'Escape 3', 'BICI 06'),
  car('Van', 'Renault', 'Kangoo', 'SDV 3007'),
  car('Motorbike', 'Bajaj', 'Boxer 150', 'SDM 108'),
  car('Bicycle', 'Scott', 'Sub Cross', 'BICI 09'),
  car('Motorbike', 'Yumbo', 'GS 200', 'SDM 110'),
  car('Van', 'Peugeot', 'Partner', 'SDV 3011'),
  car('Bicycle', 'Specialized', 'Sirrus', 'BICI 12'),
  car('Motorbike', 'Zanella', 'ZB 125', 'SDM 113'),
]

/** Drivers 1 to 6 belong to the first fleet, 7 to 11 to the second, the last two to none. */
const fleetOf = (index: number) => (index < 6 ? { fleet: fleetOne } : index < 11 ? { fleet: fleetTwo } : {})

const ridersNamed = (kind: string) =>
  ordinals.slice(0, 6).map((_, index): TrialPerson => ({
    ...person(kind, index, 1),
    usertype: 'rider',
    ...(index < 2 ? { shown: true } : {}),
  }))

const driversNamed = (kind: string, vehicles: readonly NonNullable<TrialPerson['car']>[]) =>
  vehicles.map((vehicle, index): TrialPerson => ({
    ...person(kind, index, 101),
    usertype: 'driver',
    car: vehicle,
    ...fleetOf(index),
    ...(index === 0 ? { shown: true } : { simulated: true }),
  }))

/** The same in both cities. */
const office: readonly TrialPerson[] = [
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
]

export const officeEmails = office.map(({ email }) => email)

/** Accounts are named by role [design/accounts-18]. Those that others refer to come first. */
export const trialPeople: Readonly<Record<AppCategory, readonly TrialPerson[]>> = {
  taxi: [...office, ...ridersNamed('Rider'), ...driversNamed('Driver', taxis)],
  delivery: [...office, ...ridersNamed('Sender'), ...driversNamed('Courier', couriers)],
}

/** Begins the emails of riders and drivers: `sender.one@…` [design/delivery-3]. */
export const trialNames: Readonly<Record<AppCategory, { readonly rider: string; readonly driver: string }>> = {
  taxi: { rider: 'rider', driver: 'driver' },
  delivery: { rider: 'sender', driver: 'courier' },
}
