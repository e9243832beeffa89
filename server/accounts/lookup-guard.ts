import { countAgainst } from '../platform/http/rate-limits.ts'
import type { Platform } from '../platform/http/use-case.ts'
import { addressNet } from './address-net.ts'

/** Counts a lookup of both kinds together, in the database [design/accounts-13]. */
export const countLookup = ({ db, config }: Platform, address: string): Promise<void> => {
  const { max, windowSeconds } = config.limits.guards.lookupPerAddress
  return countAgainst(db.request, 'lookup', addressNet(address), max, windowSeconds)
}
