import type { Settings } from '@remis/domain/backoffice/settings'

/**
 * How a driver and the phone behave, for the whole run: `honest`; the phone of a `sleeper` stops sending and
 * sends its positions late; a `forger` sends tracks that were not driven; one `afar` never comes to the pickup and says
 * so; an `ally` works together with a rider for fees, bonuses and withdrawals.
 */
const driverKinds = ['honest', 'sleeper', 'forger', 'afar', 'ally'] as const
export type DriverKind = (typeof driverKinds)[number]

/** What a seed decides about a city before its first command. */
export interface Town {
  readonly drivers: readonly DriverKind[]
  readonly settings: Partial<Settings>
  /** the gateway loses every notice it sends; otherwise one in five */
  readonly losesNotices: boolean
}

const driversPerTown = 6

/** The part of all drivers; the first one of a town is honest in any case. */
const shares: Readonly<Record<DriverKind, number>> = {
  honest: 0.3,
  sleeper: 0.25,
  forger: 0.15,
  afar: 0.15,
  ally: 0.15,
}

const drawKind = (random: () => number): DriverKind => {
  let left = random()
  for (const kind of driverKinds) {
    left -= shares[kind]
    if (left < 0) return kind
  }
  return 'honest'
}

const oneIn = (random: () => number, many: number): boolean => random() < 1 / many

/** The same numbers give the same town. */
export const drawTown = (random: () => number): Town => ({
  drivers: Array.from({ length: driversPerTown }, (_, place) => (place === 0 ? 'honest' : drawKind(random))),
  settings: {
    dispatchPolicy: oneIn(random, 6) ? 'all-at-once' : 'waves',
    guaranteeCancelFee: oneIn(random, 4),
    riderDebtLimit: oneIn(random, 3) ? 200 : 0,
    debtInCashLimit: oneIn(random, 3) ? 0 : 500,
    otp_secure: !oneIn(random, 6),
    negativeBalance: !oneIn(random, 6),
    holdQuoteWithin: oneIn(random, 4) ? 10 : 0,
    bonus: oneIn(random, 3) ? 20 : 0,
  },
  losesNotices: oneIn(random, 4),
})

/** What is remarkable about a town, as names for the counts of a run. */
export const traitsOf = ({ drivers, settings, losesNotices }: Town): string[] => [
  ...drivers.map((kind) => `${kind} drivers`),
  `towns with ${settings.dispatchPolicy}`,
  ...(settings.guaranteeCancelFee ? ['towns with guaranteed fees'] : []),
  ...(losesNotices ? ['towns whose gateway loses all notices'] : []),
]
