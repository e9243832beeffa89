import { statuses, type Status } from './statuses.ts'

export const appCategories = ['taxi', 'delivery'] as const
/** What an installation carries: `APP_CATEGORY` on the server, `appcat` on the wire [booking-1], [design/moves-39]. */
export type AppCategory = (typeof appCategories)[number]

/** Everything that differs between taxi and delivery. A rule or screen reads a field here and never compares names. */
export interface Variant {
  /** A rider pays a booking by card in full before it is dispatched [delivery-3], [delivery-10]. */
  readonly paysUpFront: boolean
  /** A rider may use a promo for a booking [promos-8]. */
  readonly allowsPromo: boolean
  /** `reach` computes the fare from the tracked route; otherwise the quoted fare stays [delivery-13]. */
  readonly recomputesFare: boolean
  /** The booking names the person to deliver to, with a phone number [delivery-8]. */
  readonly needsRecipient: boolean
  /** Lists show parcel type and option [booking-36]; a booking's page and trip show recipient and photos too. */
  readonly showsParcel: boolean
  /** Riders and drivers have a panic button, and riders are asked when a trip looks unusual [settings-4]. */
  readonly hasPanic: boolean
  /** Drivers hand in a taxi permit if they have one [design/documents-14]. */
  readonly hasTaxiPermit: boolean
  /** The statuses that occur: PAYMENT_PENDING only with `paysUpFront` [design/moves-39]. */
  readonly statuses: readonly Status[]
}

export const variants: Readonly<Record<AppCategory, Variant>> = {
  taxi: {
    paysUpFront: false,
    allowsPromo: true,
    recomputesFare: true,
    needsRecipient: false,
    showsParcel: false,
    hasPanic: true,
    hasTaxiPermit: true,
    statuses: statuses.filter((status) => status !== 'PAYMENT_PENDING'),
  },
  delivery: {
    paysUpFront: true,
    allowsPromo: false,
    recomputesFare: false,
    needsRecipient: true,
    showsParcel: true,
    hasPanic: false,
    hasTaxiPermit: false,
    statuses,
  },
}
