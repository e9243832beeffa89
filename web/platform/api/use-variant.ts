import { variants, type Variant } from '@remis/domain/booking/variant'
import { useSettings } from './settings.ts'

/** What this installation carries: rides until the settings are loaded. */
export const useVariant = (): Variant => variants[useSettings()?.appcat ?? 'taxi']
