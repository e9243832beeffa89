import type { DropReason } from '@remis/domain/dispatch/eligible-drivers'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'
import type { Platform } from '../../platform/http/use-case.ts'

/** The rider of a booking, or of a quote, and the drivers who cancelled it before. */
export interface Ride {
  readonly customer: string
  readonly cancelledDrivers?: readonly string[]
}

/** Seconds; a trial city runs faster than real time. */
export const sameRiderPause = ({ config }: Pick<Platform, 'config'>): number =>
  config.limits.dispatch.sameRiderPauseSeconds / config.simulatedSpeed

export type Excluded = ReadonlyMap<string, DropReason>

/**
 * Per ride the drivers that are not offered it, whatever their place and state: drivers who cancelled it before, and
 * drivers with an offer of another booking that the rider cancelled less than `pauseSeconds` ago [design/dispatch-41].
 * One query for all.
 */
export const listExcluded = async (
  db: Kysely<Tables>,
  rides: readonly Ride[],
  pauseSeconds: number,
): Promise<(ride: Ride) => Excluded> => {
  const { rows } = await sql<{ customer: string; driver: string }>`
    select distinct b.customer, o.driver_id as driver from bookings b join offers o on o.booking_id = b.id
    where b.customer = any(${[...new Set(rides.map(({ customer }) => customer))]}::uuid[]) and b.cancelled_by = 'rider'
      and b.cancelled_at > now() - ${pauseSeconds} * interval '1 second'`.execute(db)
  const asked = new Map<string, string[]>()
  for (const { customer, driver } of rows) asked.set(customer, [...(asked.get(customer) ?? []), driver])
  return ({ customer, cancelledDrivers = [] }) =>
    new Map<string, DropReason>([
      ...(asked.get(customer) ?? []).map((driver) => [driver, 'asked-just-now'] as const),
      ...cancelledDrivers.map((driver) => [driver, 'cancelled-before'] as const),
    ])
}
