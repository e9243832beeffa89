import type { LanguagesCache } from '../backoffice/languages/languages-cache.ts'
import type { BookingDeps } from '../booking/booking-deps.ts'

/** What the payment use-cases need: the gateways, the deps of the moves of a paid booking, and texts for the pay page. */
export type PaymentDeps = BookingDeps & { readonly languages: LanguagesCache }
