import type { BookingDeps } from '../booking/booking-deps.ts'
import type { LanguagesCache } from '../backoffice/languages/languages-cache.ts'

/** What export and deletion use: bookings as their person sees them, live links and the texts of all languages. */
export type PrivacyDeps = BookingDeps & { readonly languages: LanguagesCache }
