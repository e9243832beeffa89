import { parcelRulesOf } from '@remis/domain/booking/delivery/parcel-rules'
import { useSettings } from '../../platform/api/settings.ts'

export interface ParcelRules extends ReturnType<typeof parcelRulesOf> {
  /** the settings are loaded: before, a delivery would start and end like a ride, without its proof */
  readonly known: boolean
}

export const rulesOf = (settings: Parameters<typeof parcelRulesOf>[0]): ParcelRules => ({
  known: settings !== undefined,
  ...parcelRulesOf(settings),
})

/** The rules by the settings, which are read again when a move is refused: the office may have changed one since. */
export const useParcelRules = (): ParcelRules => rulesOf(useSettings())
