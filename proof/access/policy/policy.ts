import { bookingPolicy } from './policy-bookings.ts'
import { mailPolicy } from './policy-mail.ts'
import { moneyPolicy } from './policy-money.ts'
import { peoplePolicy } from './policy-people.ts'
import type { Policy } from './policy-row.ts'

/**
 * The second table: every call with its allowed callers and their views, written by hand from the product and design
 * pages, never from the code. It is compared with the endpoint table; a change of one of them fails the proof
 * [design/access-3].
 */
export const policy: Policy = { ...peoplePolicy, ...bookingPolicy, ...moneyPolicy, ...mailPolicy }
