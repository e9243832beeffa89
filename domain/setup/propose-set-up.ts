import type { MapFacts } from '../backoffice/map-proposal.ts'
import { exponentOf } from '../kit/currency.ts'
import type { SetUp } from './set-up-checks.ts'

/** Defaults of the form of a new installation; null where the map does not have them. */
export type ProposedSetUp = {
  readonly [K in 'country' | 'currency' | 'decimals' | 'timezone' | 'language']: SetUp[K] | null
}

/**
 * The defaults for the country of the map [design/maps-105]: the first legal tender with all its decimals, the first
 * language.
 */
export const proposeSetUp = ({ country, timezone }: MapFacts): ProposedSetUp => {
  const currency = country?.currencies[0] ?? null
  return {
    country: country?.code ?? null,
    currency,
    decimals: currency === null ? null : exponentOf(currency),
    timezone,
    language: country?.languages[0] ?? null,
  }
}
