import type { BookingNeeds } from '../booking/booking-needs.ts'
import type { PaymentsProvider } from '../providers/payments/payments-provider.ts'

/** What payments take beside the platform: the gateways that are set up, and what a paid booking's moves need. */
export interface PaymentNeeds extends BookingNeeds {
  readonly gateways: readonly PaymentsProvider[]
}
