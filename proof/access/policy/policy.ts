import { bookingPolicy } from './policy-bookings.ts'
import { moneyPolicy } from './policy-money.ts'
import { peoplePolicy } from './policy-people.ts'
import type { Policy } from './policy-row.ts'

/**
 * The second table: every call with who may make it and what they get, written by hand from the specifications, design
 * §9–§11 and trust-and-speed §1.8, never from the code. It is compared with the endpoint table; a change of one alone
 * turns the proof red.
 */
export const policy: Policy = { ...peoplePolicy, ...bookingPolicy, ...moneyPolicy }
