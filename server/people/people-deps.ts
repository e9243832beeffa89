import type { BookingDeps } from '../booking/booking-deps.ts'
import type { WalletDeps } from '../wallet/wallet-deps.ts'

/** What the office's use cases about people need: bookings, which end when a person leaves, and wallets. */
export type PeopleDeps = BookingDeps & WalletDeps
