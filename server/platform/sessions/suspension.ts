import { busyStatuses } from '@remis/domain/booking/statuses'
import { sql } from 'kysely'
import { statusIn } from '../database/schema/status-in.ts'

/** Of the row `user`: suspended now, also while a trip goes on. */
export const isSuspended = (user: string) =>
  sql<boolean>`(${sql.ref(`${user}.suspended_at`)} is not null and (${sql.ref(`${user}.suspended_until`)} is null
    or ${sql.ref(`${user}.suspended_until`)} > clock_timestamp()))`

/** Of the row `user`: on a trip, as its driver or its rider. */
export const isOnTrip = (user: string) => sql<boolean>`(
  exists (select 1 from bookings b where b.driver = ${sql.ref(`${user}.id`)}
    and ${statusIn('b.status', busyStatuses)})
  or exists (select 1 from bookings b where b.customer = ${sql.ref(`${user}.id`)}
    and ${statusIn('b.status', busyStatuses)}))`

/**
 * Of the row `user`: suspended, so that no call is answered. A suspension during a trip counts from its end
 * [design/people-6]; bookings are read for people who are suspended only.
 */
export const isShutOut = (user: string) => sql<boolean>`(${isSuspended(user)} and not ${isOnTrip(user)})`

/** Of the row `user`: approved, not deleted and not shut out, so that live links and push messages reach the person. */
export const isReachable = (user: string) =>
  sql<boolean>`(${sql.ref(`${user}.approved`)} and ${sql.ref(`${user}.deleted_at`)} is null and not ${isShutOut(user)})`

/** Of the row `user`: an approved driver, not deleted and not suspended; online or not. */
export const isActiveDriver = (user: string) =>
  sql<boolean>`(${sql.ref(`${user}.usertype`)} = 'driver' and ${sql.ref(`${user}.approved`)}
    and ${sql.ref(`${user}.deleted_at`)} is null and not ${isSuspended(user)})`
