import type { BookingDeps } from '../booking/booking-deps.ts'
import type { WalletDeps } from '../wallet/wallet-deps.ts'

/** What the office's use-cases about people need: those of bookings, which a person who leaves ends, and of wallets. */
export type PeopleDeps = BookingDeps & WalletDeps
