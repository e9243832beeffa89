import type { LanguagesCache } from '../backoffice/languages/languages-cache.ts'
import type { BookingDeps } from '../booking/booking-deps.ts'

/** What the payment use-cases need: gateways, the deps of the moves of a paid booking, texts of the pay page. */
export type PaymentDeps = BookingDeps & { readonly languages: LanguagesCache }
