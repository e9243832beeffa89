import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import { variants } from '@remis/domain/booking/variant'
import { useSettings } from '../../platform/api/settings.ts'

/** What this installation requires of a courier [design/delivery-22]. */
export interface ParcelRules {
  /** the settings are loaded: before, a delivery would start and end like a ride, without its proof */
  readonly known: boolean
  /** trips carry parcels */
  readonly parcels: boolean
  readonly pickupPhoto: boolean
  readonly finalPhoto: boolean
  readonly code: boolean
}

type RuleSettings = Pick<
  PublicSettings,
  'appcat' | 'AllowDeliveryPickupImageCapture' | 'AllowFinalDeliveryImageCapture' | 'deliveryCodeNeeded'
>

export const parcelRulesOf = (settings: RuleSettings | undefined): ParcelRules => {
  const parcels = settings !== undefined && variants[settings.appcat].showsParcel
  return {
    known: settings !== undefined,
    parcels,
    pickupPhoto: parcels && settings.AllowDeliveryPickupImageCapture,
    finalPhoto: parcels && settings.AllowFinalDeliveryImageCapture,
    code: parcels && settings.deliveryCodeNeeded,
  }
}

/** The rules by the settings, which are read again when a move is refused: the office may have changed one since. */
export const useParcelRules = (): ParcelRules => parcelRulesOf(useSettings())
