import type { BookingDeps } from '../booking/booking-deps.ts'
import type { LanguagesCache } from '../backoffice/languages/languages-cache.ts'
import type { Storage } from '../providers/storage/storage-provider.ts'

/**
 * What export and deletion use: bookings as their person sees them, live links, texts of all languages and own files.
 */
export type PrivacyDeps = BookingDeps & { readonly languages: LanguagesCache; readonly storage: Storage }
